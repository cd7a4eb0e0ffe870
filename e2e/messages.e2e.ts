import { permissionMessages } from '@agency-support/contract/permissions'
import type { Request } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { agencyPage, standsFor } from './support/screens.ts'
import { agent } from './support/world.ts'

test.beforeEach(async ({ page, enter }) => {
  await enter(page)
  await page.clock.install()
})

test('[SHELL-08] a failure stands 6000 ms', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/')
  const locked = page.getByRole('link', { name: 'User Management no permission' })
  await expect(locked).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await locked.click()
  await standsFor(page, permissionMessages.menu('User Management'), 6000)
})

test('[SHELL-22] a message of the agency area stands 5000 ms, whether it is good or bad', async ({
  page,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Timed Insurance')
  await page.clock.pauseAt(Date.now() + 60_000)
  await agencyPage(page).update.click()
  await standsFor(page, 'Agency name updated.', 5000)
  await world.without('agency', async () => {
    await agencyPage(page).status.click()
    // The list opens in the next frame, and frames need the clock to run.
    await page.clock.runFor(50)
    await page.getByRole('option', { name: 'Retention' }).click()
    await standsFor(page, 'Something went wrong', 5000)
  })
})

test('[SHELL-23] a copied id stands 3000 ms', async ({ page, world, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await world.agency()
  await page.goto(`/agency-detail/${id}?tab=config`)
  const copy = page.getByRole('button', { name: `Copy agency id ${id}` })
  await expect(copy).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await copy.click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(String(id))
  await standsFor(page, `Copied ${id}`, 3000)
})

test('[TRUTH-26] a message replaces the one that stands, names an agency that is out of view, and is kept with all others', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Left Insurance' })
  await enter(page, await world.person({ permissions: [2000, 2006] }))
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).settled()
  await agencyPage(page).name.fill('Left Behind Insurance')
  const message = page.locator('[data-level]:has(button)')
  const locked = (label: string) => page.getByRole('link', { name: `${label} no permission` })
  await world.holding(id, async (waiting) => {
    await agencyPage(page).update.click()
    await waiting(1)
    await page.getByRole('link', { name: 'Help Topics' }).click()
    await expect(page).toHaveURL('/help')
    // From here on messages do not time out.
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const label of ['Seat Management', 'User Management']) {
      await locked(label).click()
      await expect(message).toHaveText(`${permissionMessages.menu(label)}Close`)
    }
  })
  const named = `${id} Left Insurance: Agency name updated.`
  await expect(message).toHaveText(`${named}Close`)
  await page.getByRole('button', { name: 'Recent messages' }).click()
  await page.clock.runFor(1000)
  const kept = page.getByRole('dialog', { name: 'Recent messages' }).getByRole('listitem')
  await expect(kept).toHaveCount(3)
  for (const [at, text] of [
    named,
    permissionMessages.menu('User Management'),
    permissionMessages.menu('Seat Management'),
  ].entries())
    await expect(kept.nth(at)).toContainText(text)
})

test('the time of a message waits while it is pointed at', async ({ page, world }) => {
  const id = await world.agency()
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('Pointed Insurance')
  await page.clock.pauseAt(Date.now() + 60_000)
  await agencyPage(page).update.click()
  const bar = page.locator('[data-level]').filter({ hasText: 'Agency name updated.' })
  await bar.hover()
  // Three times as long as it stands otherwise, and too short for the banner about slow answers, which moves it.
  await page.clock.runFor(9000)
  await expect(bar).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(5000)
  await expect(bar).toHaveCount(0)
})

test('a message can be read and closed while a dialog is open, and the dialog stays', async ({
  page,
  enter,
}) => {
  await enter(page, agent)
  await page.goto('/')
  const locked = page.getByRole('link', { name: 'User Management no permission' })
  await expect(locked).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await locked.click()
  const message = page.getByRole('alert')
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Recent messages' }).click()
  // The dialog appears a moment after its code is loaded.
  await page.clock.runFor(1000)
  const dialog = page.getByRole('dialog', { name: 'Recent messages' })
  await expect(dialog).toBeVisible()
  await expect(message).toBeVisible()
  await message.locator('..').getByRole('button', { name: 'Close' }).click()
  await expect(message).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

const isCall = (request: Request, command: string) => request.postData()?.includes(command) === true

test('[API-23] time zones that do not come are reported on Config alone, and come when it is opened again', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency({ name: 'Zoneless Insurance' })
  await enter(page)
  // Now each tab's code is in the browser's cache.
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(agencyPage(page).fact('Time Zone')).toHaveText('Central Time')
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByText('No sync errors')).toBeVisible()
  await page.goto(`/?q=${id}&for=${id}`)
  const row = page.getByRole('row').filter({ hasText: 'Zoneless Insurance' })
  // Hovering the row prefetches the agency; its time zones are loaded only with its page.
  const read = page.waitForResponse((response) => isCall(response.request(), 'GetAgencyConfig'))
  await row.hover()
  await (await read).finished()
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => isCall(request, 'GetTimeZones'))
  await row.click()
  await failed
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
  const said = page.getByRole('alert').filter({ hasText: 'time zones' })
  await expect(said).toHaveCount(0)
  await page.getByRole('tab', { name: 'Config' }).click()
  await expect(said).toHaveText('Error loading time zones')
  await context.setOffline(false)
  await page.reload()
  await expect(agencyPage(page).fact('Time Zone')).toHaveText('Central Time')
})
