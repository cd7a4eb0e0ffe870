import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import type { AgencySoftware } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { recordCalls } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { agent } from './support/world.ts'

const minuteMs = 60_000
const maxEntries = 500
const title = 'Total User signins within the last 3 hours'
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })

/** Reports this many sign-ins at one instant. */
async function reportSignins(software: AgencySoftware, at: Date, count: number) {
  const all = Array.from({ length: count }, (_, user) => ({
    username: `U${user}`,
    created: at.toISOString(),
    outcome: 0,
    ip: '10.0.0.4',
    hostname: 'FRONT-1',
  }))
  for (let from = 0; from < count; from += maxEntries)
    await software.call(agencyUsers.reportSignins, { entries: all.slice(from, from + maxEntries) })
}

/** The ten-minute period of an instant, as shown by the tests' browser. */
const toPeriod = (at: Date) =>
  new Date(Math.floor(at.getTime() / (10 * minuteMs)) * 10 * minuteMs)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'America/New_York' })
    .replace(/\s/gu, ' ')

/** The ten newest periods of an instant, newest first. */
const toPeriods = (at: number) =>
  Array.from({ length: 10 }, (_, back) => toPeriod(new Date(at - back * 10 * minuteMs)))

test('[RPT-SIGNINS-01] [RPT-SIGNINS-02] [RPT-SIGNINS-03] [RPT-SIGNINS-04] [RPT-SIGNINS-05] [RPT-SIGNINS-07] [RPT-SIGNINS-10] [MKT-80] the sign-in report: nobody, then who signed in, by its button alone', async ({
  page,
  enter,
  world,
}) => {
  await world.sql('delete from agency_sign_in')
  await enter(page, agent)
  const calls = recordCalls(page)
  await page.goto('/reports/signins')
  await expect(page).toHaveTitle(new RegExp(title))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('No events found for the requested timeframe')).toBeVisible()
  expect(calls.filter((body) => body?.includes('GetHostingEnvSigninsLastNHours'))).toEqual([
    expect.stringMatching(/"hours":3\b/),
  ])
  await expect(page.getByRole('columnheader')).toHaveText([
    /^Period/,
    /^Locals/,
    /^Kotter/,
    /^Opus W/,
    /^Opus E/,
    /^Opus E2/,
  ])
  await page.getByRole('button', { name: 'Help: Sign-ins by hosting environment' }).click()
  await expect(page.getByRole('note')).toContainText('it does not refresh by itself')
  await page.keyboard.press('Escape')

  const at = new Date(Date.now() - 31 * minuteMs)
  await reportSignins(await world.software(await world.agency()), at, 1234)
  const asked = Date.now()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row', { name: `${toPeriod(at)} 1,234 0 0 0 0` })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
  await expect(page.getByRole('combobox', { name: 'Rows per page' }).locator('option')).toHaveText([
    '10',
    '50',
    '100',
  ])
  await expect(page.getByRole('columnheader', { name: 'Period' })).toHaveAttribute('aria-sort', 'descending')
  // Another period may have begun meanwhile.
  expect([toPeriods(asked), toPeriods(Date.now())]).toContainEqual(
    await rows(page).getByRole('rowheader').allTextContents(),
  )
  // Paper says that it holds one page of several, without what turns them.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('1–10 of 19')).toBeVisible()
  await expect(page.getByText('Rows per page')).toBeHidden()
})

test('[MKT-90] the chart of the sign-ins stands over the table, and is read by keyboard', async ({
  page,
  enter,
  world,
}) => {
  await world.sql('delete from agency_sign_in')
  const at = new Date(Date.now() - 31 * minuteMs)
  await reportSignins(await world.software(await world.agency()), at, 7)
  await enter(page, agent)
  await page.goto('/reports/signins')
  const chart = page.getByRole('figure', { name: 'Sign-ins by hosting environment' })
  await expect(
    chart.getByText('7 sign-ins in the whole periods of the last three hours, 7 of them at Locals.'),
  ).toBeVisible()
  await expectBelow(page.getByRole('table'), chart)
  const plot = chart.getByRole('application')
  await expect(plot).toHaveCount(1)
  await plot.focus()
  await page.keyboard.press('ArrowRight')
  const read = chart.getByRole('status')
  await expect(read).toContainText(/[AP]MLocals: \d/)
  await expectAccessibleInBoth(page, 'Sign-in report')
  await page.keyboard.press('Escape')
  await expect(read).toHaveText('')
  await page.getByRole('heading', { level: 1 }).focus()
  await plot.hover()
  await expect(read).toContainText(/[AP]MLocals: \d/)
  await page.keyboard.press('Escape')
  await expect(read).toHaveText('')
  await chart.getByRole('button', { name: 'Split' }).press('Enter')
  await expect(plot).toHaveCount(5)
  await expect(chart.getByRole('heading', { level: 3 })).toHaveText([
    'Locals',
    'Kotter',
    'Opus W',
    'Opus E',
    'Opus E2',
  ])
  await expectAccessibleInBoth(page, 'Sign-in report, split')
  await page.setViewportSize({ width: 320, height: 568 })
  const cut = `[...document.querySelectorAll('figure div > svg')].flatMap((plot) =>
    [...plot.querySelectorAll('text')].filter((text) =>
      text.getBoundingClientRect().right > plot.parentElement.getBoundingClientRect().right)
  ).map(({ textContent }) => textContent)`
  await expect.poll(() => page.evaluate<string[]>(cut)).toEqual([])
})

test('[TRUTH-28] the chart that comes moves no control of the table', async ({ page, enter, world }) => {
  await world.sql('delete from agency_sign_in')
  const at = new Date(Date.now() - 31 * minuteMs)
  await reportSignins(await world.software(await world.agency()), at, 7)
  await enter(page, agent)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    let before: Awaited<ReturnType<typeof placedControls>> = []
    await world.holdingTable('agency_sign_in', async () => {
      await page.goto('/reports/signins')
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
      before = await placedControls(page)
    })
    await expect(page.getByRole('figure', { name: 'Sign-ins by hosting environment' })).toBeVisible()
    await expectStill(before, `the chart has come at a width of ${width}`)
  }
})

test('[RPT-SIGNINS-06] [RPT-SIGNINS-08] [SHELL-26] a sign-in report that cannot be loaded says so, and is loaded again', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await world.sql('delete from agency_sign_in')
  await enter(page)
  await world.without('agency_sign_in', async () => {
    await page.goto('/reports/signins')
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
    await expect(page.getByText('No Results')).toBeVisible()
    await expect(page.getByText(/\d rows/)).toHaveCount(0)
    await expectAccessibleInBoth(page, 'Sign-in report, failed')
    await expectReasons(page, 'Sign-in report, failed')
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('No events found for the requested timeframe')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
