import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { usersAgency } from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { expectStill, placedControls } from './support/still.ts'
import type { World } from './support/world.ts'

/** Opens an agency's users, which then cannot be read again; returns the button in the banner about it. */
async function openUnread(page: Page, world: World, size = page.viewportSize()): Promise<Locator> {
  const id = await usersAgency(world, 'Steady Insurance')
  await page.goto(`/agency-detail/${id}?tab=users`)
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await world.without('agency_user', async () => {
    if (size !== null) await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Reload' }).first().click()
    await expect(again).toBeVisible()
  })
  return again
}

test('a button at the lower edge stands still as more banners come there, the newest on top', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /, /ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  const again = await openUnread(page, world)
  const before = await placedControls(page)
  await context.setOffline(true)
  const offline = page.getByText('You are offline.')
  await expect(offline).toBeVisible()
  await expectStill(before, 'offline')
  await expectBelow(again, offline)
})

test('many notices leave half of a small window to the screen, and the keyboard scrolls them', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /, /ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.goto('/')
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toHaveAttribute('tabindex', '-1')
  const again = await openUnread(page, world, { width: 320, height: 128 })
  const above = `{
    const { scrollHeight, clientHeight, scrollTop } = document.querySelector('[aria-label="Notices"]')
    scrollHeight - clientHeight + scrollTop
  }`
  expect(await page.evaluate<number>(above), 'what is above the beginning of a long notice').toBe(0)
  await again.focus()
  const before = await again.boundingBox()
  await context.setOffline(true)
  const offline = page.getByText('You are offline.')
  await expect(offline).toBeVisible()
  expect(await again.boundingBox()).toEqual(before)
  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(notices).toHaveAttribute('tabindex', '0')
  expect((await notices.boundingBox())?.height).toBeLessThanOrEqual(128)
  await notices.focus()
  await page.keyboard.press('End')
  await expect(offline).not.toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Home')
  await expect(offline).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBoth(page, 'notices that scroll')
})

test('a message is in the window that has become lower than the notices were', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /, /ERR_INTERNET_DISCONNECTED/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await openUnread(page, world, { width: 320, height: 256 })
  await context.setOffline(true)
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).toHaveAttribute('tabindex', '0')
  await page.setViewportSize({ width: 320, height: 128 })
  await page.getByRole('button', { name: 'Copy initials LCK' }).press('Enter')
  await expect(page.getByText('Copied LCK', { exact: true })).toBeInViewport({ ratio: 1 })
})
