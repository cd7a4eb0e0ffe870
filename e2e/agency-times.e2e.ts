import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Locator, Page } from '@playwright/test'
import { addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { seatAgency } from './support/seats.ts'
import { signingAgency } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { textingAgency, textingTab } from './support/texting.ts'

const seconds24 = /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/
const named = /^[A-Z][a-z]{2} \d{1,2}(st|nd|rd|th) \d{4} \d{1,2}:\d\d:\d\d (am|pm)$/

/** Expects all times within an element, except ages, to have a format, and one of them to be this local time. */
async function expectTimes(within: Locator, format: RegExp, one: string | RegExp): Promise<void> {
  const times = within.locator('time[data-instant]').filter({ hasNotText: /^just now$| ago$/ })
  await expect(times.filter({ hasText: one }).first()).toBeVisible()
  for (const text of await times.allTextContents()) expect(text).toMatch(format)
}

const openTab = (page: Page, id: number, tab: string) => page.goto(`/agency-detail/${id}?tab=${tab}`)

test('[SHELL-21] each tab of an agency has its own date format, in local time', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  const panel = page.getByRole('tabpanel')
  await test.step('Files and Texting', async () => {
    const { id, software } = await textingAgency(world, 'Timely Insurance')
    const error = { clientId: '00000001', date: '2026-11-20T07:41:09Z', code: 205, msg: 'Upload failed' }
    await software.call(agencyFiles.reportConversionErrors, { errors: [error] })
    await openTab(page, id, 'files')
    await expectTimes(panel, seconds24, '11/20/2026 02:41:09')
    await openTab(page, id, 'texting')
    const { message } = textingTab(page)
    await message.getByRole('textbox', { name: 'Message id' }).fill('m-1')
    await message.getByRole('button', { name: 'Find' }).click()
    await expectTimes(panel, seconds24, '11/20/2026 09:44:12')
  })
  await test.step('Users and temporary users', async () => {
    const id = await usersAgency(world, 'Punctual Insurance')
    await addSignins(world, id, 'ABC', [0])
    const tab = usersTab(page)
    await tab.open(id)
    await page.getByRole('button', { name: 'User Signin Log of ABC' }).click()
    await expectTimes(tab.dialog, seconds24, '11/19/2026 08:00:00')
    await page.keyboard.press('Escape')
    await expect(tab.dialog).toHaveCount(0)
    await tab.create.click()
    await expect(tab.dialog.getByRole('button', { name: 'Save' })).toBeVisible()
    await expectTimes(tab.dialog, seconds24, seconds24)
    await tab.dialog.getByRole('button', { name: 'Save' }).click()
    await expect(tab.dialog.getByRole('button', { name: 'Copy both' })).toBeVisible()
    await expectTimes(tab.dialog, seconds24, seconds24)
    await tab.dialog.getByRole('button', { name: 'Close' }).click()
    await expectTimes(tab.live, seconds24, seconds24)
    await expectTimes(tab.log, seconds24, seconds24)
    await expectTimes(panel, seconds24, seconds24)
  })
  await test.step('Seat Management', async () => {
    await openTab(
      page,
      await seatAgency(world, { licensed: 3, seats: [{ username: 'ABC' }] }),
      'seatmanagement',
    )
    await panel.getByRole('row', { name: /ABC/ }).getByRole('button').first().click()
    await expect(panel.getByRole('table', { name: 'Tokens' })).toBeVisible()
    await expectTimes(panel, seconds24, seconds24)
  })
  await test.step('E-SIG', async () => {
    const id = await signingAgency(world, 'Signed Insurance')
    await openTab(page, id, 'esig')
    await expectTimes(panel, named, 'Mar 2nd 2026 10:04:05 am')
  })
})

test('a time and an address of the sign-in log stand on one line each', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Log Insurance')
  await addSignins(world, id, 'LCK', [3, 3, 4])
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=users`)
  await page.getByRole('button', { name: 'User Signin Log of LCK' }).click()
  const row = page.getByRole('dialog').getByRole('row', { name: 'Locked Out' })
  for (const text of [row.getByRole('rowheader').locator('time'), row.getByText('10.0.0.4')])
    expect((await text.boundingBox())?.height).toBeLessThan(30)
})

test('on a dense screen the time of a log is one line in comfortable rows too', async ({
  elsewhere,
  world,
}) => {
  const id = await world.agency()
  await (await world.software(id)).send({ kind: 'log', content: 'one\n' })
  // There letters are as wide as they are drawn; on other screens Chromium on Linux rounds them to whole pixels.
  const page = await elsewhere(undefined, { deviceScaleFactor: 2 })
  await page.addInitScript(`localStorage.setItem('agency-support:look', '{"density":"comfortable"}')`)
  await openTab(page, id, 'downloads')
  const time = page.getByRole('table', { name: 'Logs' }).getByRole('time')
  await expect(time).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  // A string, because it runs in the page.
  const lines = `document.querySelector('[role="tabpanel"] tbody time').getClientRects().length`
  expect(await page.evaluate<number>(lines)).toBe(1)
})
