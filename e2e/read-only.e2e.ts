import { expect, signIn, test } from './support/fixture.ts'
import { expectAccessibleInBoth, expectStill, placedControls } from './support/looks.ts'
import { agencyPage, signInPage } from './support/screens.ts'
import type { World } from './support/world.ts'

const tables = ['agency', 'session', 'staff', 'journal', 'idempotency', 'sign_in_address']
const sentence = 'Changes cannot be saved at the moment. Reading still works.'

/** Makes every change fail as on a full disk while `work` runs. */
async function refusingChanges(world: World, work: () => Promise<void>): Promise<void> {
  await world.sql(`create or replace function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  for (const table of tables)
    await world.sql(`create trigger disk_is_full before insert or update on ${table}
      for each statement execute function disk_is_full()`)
  try {
    await work()
  } finally {
    for (const table of tables) await world.sql(`drop trigger disk_is_full on ${table}`)
  }
}

test('while changes cannot be saved every screen says so and nothing moves; signing out works', async ({
  page,
  server,
  world,
  expectErrors,
}) => {
  expectErrors(/ 503 /)
  const notice = page.getByRole('status').filter({ hasText: sentence })
  await signIn(page.context(), server.origin, await world.person())
  const id = await world.agency({ name: 'First Name' })
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name, update, settled } = agencyPage(page)
  await settled()
  await name.fill('Second Name')
  const before = await placedControls(page)
  await refusingChanges(world, async () => {
    await update.click()
    await expect(notice).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(name).toHaveValue('Second Name')
    await expectStill(before, 'changes cannot be saved')
    await expectAccessibleInBoth(page, 'changes cannot be saved')
    // Otherwise leaving would ask about the unsaved text.
    await name.fill('First Name')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(signInPage(page).email).toBeVisible()
    await expect(notice).toBeVisible()
    expect((await page.context().request.get(`${server.origin}/auth/staff/whoami`)).status()).toBe(401)
  })
  await expect(notice).toHaveCount(0)
})
