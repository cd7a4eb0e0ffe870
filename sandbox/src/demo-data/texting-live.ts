import { textingKey } from '@agency-support/contract/rules/texting'
import { withDatabase } from '@agency-support/server/db/open'
import { setProductStatus } from '@agency-support/server/modules/marketplace/public'
import { getProfile, seededRandomFor } from '../agencies/profile.ts'
import { getTexting, setUpEvents } from '../agencies/texting.ts'
import type { DemoAgency } from './agencies.ts'
import { workingHour } from './subscriptions.ts'

const dayMs = 86_400_000

/** When staff set an agency's texting live, days after its set-up was complete; undefined if it still waits. */
export function liveSince(agency: DemoAgency, now: Date): Date | undefined {
  const profile = getProfile(agency)
  const texting = getTexting(profile)
  if (texting?.phone === undefined || texting.tcrNumber === undefined) return undefined
  const random = seededRandomFor(agency.agencyId, 'texting live')
  if (random.chance(0.2)) return undefined
  const complete = Math.max(...setUpEvents(profile, texting, now).map(({ at }) => Date.parse(at)))
  const daysAgo = Math.floor((now.getTime() - complete) / dayMs) - random.whole(3, 6)
  const at = workingHour(random, now, daysAgo)
  return daysAgo > 0 && at.getTime() > complete ? at : undefined
}

/**
 * Sets texting live at the agencies where staff would have by now. They must be alive: their software reports the set-up
 * itself once it runs.
 */
export async function setTextingLive(
  databaseUrl: string,
  alive: readonly DemoAgency[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await withDatabase(databaseUrl, ({ write }) =>
    write.transaction().execute(async (tx) => {
      for (const agency of alive) {
        const at = liveSince(agency, now)
        const { agencyId } = agency
        if (at !== undefined)
          await setProductStatus(tx, { agencyId, productKey: textingKey, status: 0, by, at })
      }
    }),
  )
}
