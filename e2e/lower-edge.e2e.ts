import { usersAgency } from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { expectStill, placedControls } from './support/still.ts'

test('a button at the lower edge stands still as more banners come there, the newest on top', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /, /ERR_INTERNET_DISCONNECTED/)
  const id = await usersAgency(world, 'Steady Insurance')
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=users`)
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await world.without('agency_user', async () => {
    await page.getByRole('button', { name: 'Reload' }).first().click()
    await expect(again).toBeVisible()
  })
  const before = await placedControls(page)
  await context.setOffline(true)
  const offline = page.getByText('You are offline.')
  await expect(offline).toBeVisible()
  await expectStill(before, 'offline')
  await expectBelow(again, offline)
})
