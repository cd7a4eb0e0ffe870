import { findStateDifferences, readAgencyProduct } from '@agency-support/server/modules/marketplace/public'
import { textingKey } from '@agency-support/contract/rules/texting'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../server/test/use-database.ts'
import { getProfile } from '../agencies/profile.ts'
import { getTexting, setUpEvents } from '../agencies/texting.ts'
import { demoAgencies } from './agencies.ts'
import { demoSeed } from './seed.ts'
import { liveSince, setTextingLive } from './texting-live.ts'

const { database, db } = useDatabase()

const now = new Date('2026-11-22T12:00:00Z')
const agencies = [...demoAgencies(200, demoSeed)]

/** When an agency's set-up was complete; undefined without a phone or a campaign. */
function completeSince(agency: (typeof agencies)[number]): Date | undefined {
  const profile = getProfile(agency)
  const texting = getTexting(profile)
  const times = texting === undefined ? [] : setUpEvents(profile, texting, now).map(({ at }) => new Date(at))
  return times.length < 2 ? undefined : times.toSorted((a, b) => b.getTime() - a.getTime())[0]
}

test('texting goes live after its set-up is complete, at most agencies where it is', () => {
  // Many, so that some were complete only days ago.
  const many = [...demoAgencies(3_000, demoSeed)]
  const complete = many.filter((agency) => completeSince(agency) !== undefined)
  const live = many.filter((agency) => liveSince(agency, now) !== undefined)
  expect(live.filter((agency) => !complete.includes(agency))).toEqual([])
  expect(live.length).toBeGreaterThan(complete.length / 2)
  expect(live.length).toBeLessThan(complete.length)
  for (const agency of live) {
    const at = liveSince(agency, now) ?? new Date(Number.NaN)
    expect(at > (completeSince(agency) ?? at)).toBe(true)
    expect(at < now).toBe(true)
  }
})

test('a new sandbox counts them once, and shows them as live', async () => {
  const live = agencies.filter((agency) => liveSince(agency, now) !== undefined)
  const set = () => setTextingLive(database.url, agencies, { by: 'admin@support.test', now })
  await set()
  await set()
  const counted = await db.read
    .selectFrom('activity_event')
    .select(['agency_id', 'category', 'change'])
    .orderBy('agency_id')
    .execute()
  expect(counted).toEqual(
    live
      .map(({ agencyId }) => ({ agency_id: agencyId, category: 'Texting', change: 1 }))
      .toSorted((a, b) => a.agency_id - b.agency_id),
  )
  for (const agency of agencies) {
    const product = await readAgencyProduct(db.read, textingKey, agency.agencyId)
    expect(product?.status).toBe(live.includes(agency) ? 0 : 1)
  }
  expect(await findStateDifferences(db.read).next()).toEqual({ done: true, value: undefined })
})
