import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** The line in an agency's header that says how its software is doing. */
export const healthStrip = (page: Page) => page.getByRole('navigation', { name: 'Health' })
export const healthFacts = (page: Page) => healthStrip(page).getByRole('link')

/** What the agency's software would have told by now; ages in minutes. */
export async function tellHealth(
  world: World,
  id: number,
  told: { seen?: number; token?: number; errors?: number; search?: number },
) {
  const { seen = 0, token = 3, errors = 0, search = 100 } = told
  await world.sql(
    `insert into agency_software (agency_id, last_seen_at) values ($1, now() - $2 * interval '1 minute')`,
    [id, seen],
  )
  const timestamp = new Date(Date.now() - token * 60_000).toISOString()
  const current = { timestamp, cmsUser: 'ABC', hawPath: 'H:', clientPath: 'C:' }
  await world.sql('insert into agency_token (agency_id, current) values ($1, $2)', [
    id,
    JSON.stringify(current),
  ])
  await world.sql(
    `insert into agency_sync_error (agency_id, position, client_id, failed_at, code, msg)
     select $1, at, lpad(at::text, 8, '0'), now(), 7, 'No such client' from generate_series(1, $2) at`,
    [id, errors],
  )
  await world.sql('insert into agency_error_report (agency_id, told_at) values ($1, now())', [id])
  const count = (number: number) => JSON.stringify({ count: number, active: number, archived: 0, errors: 0 })
  await world.sql(
    `insert into agency_totals (agency_id, location, totals, counted_at)
     values ($1, 0, $2, now()), ($1, 4, $3, now()), ($1, 5, $2, now())`,
    [id, count(100), count(search)],
  )
  await world.sql('update agency set domains = 3 where agency_id = $1', [id])
}
