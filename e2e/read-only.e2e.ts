import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { agencyPage, signInPage } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import type { TableAway, World } from './support/world.ts'

const tables = ['agency', 'session', 'staff', 'journal', 'idempotency', 'sign_in_address']
const sentence = 'Changes cannot be saved at the moment. Reading still works.'

/** Makes every change of some tables fail, by default as on a full disk, while `work` runs. */
async function refusingChanges(
  world: World,
  work: () => Promise<void>,
  { of = tables, as = '53100' } = {},
): Promise<void> {
  await world.sql(`create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test' using errcode = '${as}'; end $$`)
  try {
    for (const table of of)
      await world.sql(`create trigger refuse_change before insert or update on ${table}
        for each statement execute function refuse_change()`)
    await work()
  } finally {
    await world.sql('drop function refuse_change cascade')
  }
}

/** Makes every read of a table fail, as one that takes too long, while `work` runs. */
async function refusingReads(world: World, table: TableAway, work: () => Promise<void>): Promise<void> {
  await world.sql(`create function refuse_read() returns boolean stable language plpgsql as $$
    begin raise exception 'refused by the test' using errcode = '57014'; end $$`)
  try {
    await world.without(table, async () => {
      await world.sql(`create view ${table} as select * from ${table}_away where refuse_read()`)
      try {
        await work()
      } finally {
        await world.sql(`drop view ${table}`)
      }
    })
  } finally {
    await world.sql('drop function refuse_read')
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

const tookLong = 'This took too long and was stopped. Nothing was changed. Please try again.'

test('what the server says about itself when a save fails stands beside its button, and nowhere else', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 503 /)
  await enter(page)
  const id = await world.agency({ name: 'First Name' })
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name, update, settled, rename } = agencyPage(page)
  await settled()
  const said = page.getByText(tookLong)
  await name.fill('Second Name')
  const before = await placedControls(page)
  const canceled = { of: ['agency'], as: '57014' }
  const work = async () => {
    await update.click()
    await expect(page.getByRole('form', { name: 'Agency name' }).getByRole('alert')).toHaveText(tookLong)
    await expect(said).toHaveCount(1)
    await expect(name).toHaveValue('Second Name')
    await expectStill(before, 'the server refuses')
    await expectAccessibleInBoth(page, 'the server refuses')
  }
  await refusingChanges(world, work, canceled)
  await rename('Second Name')
  await expect(said).toHaveCount(0)
})

test('what it says when a screen cannot be read stands at the lower edge, until it answers again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 503 /)
  await enter(page)
  const said = page.getByRole('status').filter({ hasText: tookLong })
  const again = page.getByRole('button', { name: 'Try again' })
  await refusingReads(world, 'vendor', async () => {
    await page.goto('/vendors')
    await expect(again).toBeVisible()
    await expect(said).toBeVisible()
    await expectAccessibleInBoth(page, 'the server refuses a read')
  })
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(said).toHaveCount(0, { timeout: 10_000 })
})

test('who opens a page while the database is away waits for it, and is signed out nowhere', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 50[03] /)
  await enter(page)
  await page.goto('/vendors')
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
  const other = await page.context().newPage()
  await world.without('session', async () => {
    await other.goto('/help')
    await expect(other.getByRole('status')).toHaveText(
      'Waiting for the server. This page opens by itself as soon as it answers.',
    )
  })
  await expect(other.getByRole('heading', { level: 1, name: 'Help Topics' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
})

test('who opens a page while answers are late is told what it waits for, and waits for the switches no longer than a second', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  const other = await page.context().newPage()
  await world.holdingTable('session', async () => {
    await other.goto('/help', { waitUntil: 'commit' })
    await expect(other.getByRole('status')).toHaveText(
      'Waiting for the server. This page opens by itself as soon as it answers.',
    )
  })
  const title = other.getByRole('heading', { level: 1, name: 'Help Topics' })
  await expect(title).toBeVisible()
  await world.holdingTable('feature_switch', async () => {
    await other.reload({ waitUntil: 'commit' })
    await expect(title).toBeVisible()
  })
})
