import { withConnection } from '@agency-support/server/db/connection'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../server/test/use-database.ts'
import { demoAgencies } from './agencies.ts'
import { demoSeed } from './seed.ts'
import { demoSubscriptions, fillSubscriptions } from './subscriptions.ts'

const { database } = useDatabase()

const now = new Date('2026-11-22T12:00:00Z')
const agencies = [...demoAgencies(200, demoSeed)]
const { subscriptions, optIns } = demoSubscriptions(agencies, [7, 8, 9], now)
const yearMs = 365 * 86_400_000

test('two years hold events of every kind, none of them of the future', () => {
  expect(new Set(subscriptions.map(({ eventCode }) => eventCode))).toEqual(new Set([0, 1, 2, 3]))
  expect(new Set(optIns.map(({ change }) => change))).toEqual(new Set([1, -1]))
  const ages = [...subscriptions, ...optIns].map(({ at }) => now.getTime() - at.getTime())
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...ages)).toBeGreaterThan(yearMs)
  expect(Math.max(...ages)).toBeLessThan(2 * yearMs + 14 * 86_400_000)
})

test('at an agency a trial ends after it began, and only what was bought is cancelled', () => {
  for (const { agencyId } of agencies)
    for (const productId of [7, 8, 9]) {
      const codes = subscriptions
        .filter((event) => event.agencyId === agencyId && event.productId === productId)
        .map(({ eventCode }) => eventCode)
      expect(['', '0', '01', '2', '23', '230', '2301']).toContain(codes.join(''))
    }
})

test('the same seed tells the same history', () => {
  expect(demoSubscriptions(agencies, [7, 8, 9], now)).toEqual({ subscriptions, optIns })
})

test('a new sandbox gets the history with the states that follow from it, at agencies that are not alive', async () => {
  await withConnection(database.url, async (client) => {
    await client.query("insert into product (name, enabled) values ('Rate Pro', true), ('Quote Hub', true)")
    await fillSubscriptions(database.url, { agencies: 60, alive: 12 }, now)
    const { rows } = await client.query<{
      events: number
      states: number
      live: number
      wrong: number
      living: number
    }>(
      `select (select count(*)::integer from subscription_event) as events, count(*)::integer as states,
        count(*) filter (where p.status <> s.status or p.subscribed <> s.subscribed
          or p.started_at is distinct from s.started_at)::integer as wrong, count(*) filter (where p.status = 0)::integer as live,
        count(*) filter (where p.agency_id = any($1))::integer as living
      from agency_product p join subscription_state s using (agency_id, product_id)`,
      [agencies.slice(0, 12).map(({ agencyId }) => agencyId)],
    )
    const [found] = rows
    expect(found).toMatchObject({ wrong: 0, living: 0 })
    expect(found?.states).toBeGreaterThan(5)
    expect(found?.live).toBeGreaterThan(0)
    expect(found?.events).toBeGreaterThan(found?.states ?? 0)
  })
})
