import { padAgencyId } from '@agency-support/contract/ids'
import type { Page, Response } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, confirmed, reportEvents } from './support/marketplace.ts'
import { recordCalls } from './support/screens.ts'
import { agent, type World } from './support/world.ts'

const minute = 60
const day = 24 * 60 * minute
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** An instant as the tests' browser shows it. */
const toShown = (at: Date): string =>
  at
    .toLocaleString('en-US', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    })
    .replace(',', '')
    .replace(/\s([AP]M)$/u, (_, half: string) => ` ${half.toLowerCase()}`)

/**
 * Makes the software of an agency report, this many seconds late, that it starts or stops sharing data with a vendor;
 * returns when.
 */
async function share(
  world: World,
  { productId, agencyId }: { productId: number; agencyId: number },
  ago: number,
  kind: 'optedIn' | 'optedOut' = 'optedIn',
): Promise<Date> {
  const at = new Date(Date.now() - ago * 1_000)
  const who = { initials: 'ANN', name: 'Ann Lee' }
  await reportEvents(await world.software(agencyId), {
    kind,
    id: `${kind}-${productId}`,
    at: at.toISOString(),
    productId,
    ...who,
  })
  return at
}

/** An agency that shares as by the migration: since when is not known. */
const shareSinceEver = ({ sql }: World, agencyId: number) =>
  sql(
    "insert into activity_event (at, category, agency_id, change) values ('0001-01-01 00:00Z', 'Vendor', $1, 1)",
    [agencyId],
  )

async function expectOwnIntervals(page: Page) {
  const totals = page.getByRole('combobox', { name: /^Reload totals every/ })
  const additions = page.getByRole('combobox', { name: /^Reload additions every/ })
  await expect(totals).toHaveText('30 seconds')
  await totals.click()
  await expect(page.getByRole('option')).toHaveText(['10 seconds', '30 seconds', '60 seconds'])
  await page.getByRole('option', { name: '60 seconds' }).click()
  await expect(totals).toHaveText('60 seconds')
  await expect(additions).toHaveText('30 seconds')
}

/** Expects the totals to have been loaded at a second between this instant and now. */
async function expectUpdatedSince(page: Page, from: number): Promise<void> {
  const updated = card(page, 'Totals').getByText(/^Updated /)
  await expect(updated).toBeVisible()
  const seconds = Array.from({ length: Math.ceil((Date.now() - from) / 1_000) + 1 }, (_, at) => at)
  expect(seconds.map((at) => `Updated ${toShown(new Date(from + at * 1_000))}`)).toContain(
    await updated.textContent(),
  )
}

test('[RPT-TOTALS-01] [RPT-TOTALS-02] [RPT-TOTALS-03] [RPT-TOTALS-05] [RPT-TOTALS-06] [RPT-TOTALS-07] [MKT-16] [MKT-84] the dashboard: cards, what came last, and the rows behind a figure', async ({
  page,
  enter,
  world,
}) => {
  const [first, second] = [await world.agency(), await world.agency()]
  const productId = await addProduct(world, 'Counted Rater', { vendorDataSync: true })
  const firstAt = await share(world, { productId, agencyId: first }, 2 * day)
  const secondAt = await share(world, { productId, agencyId: second }, 5 * minute)
  await share(world, { productId, agencyId: first }, 4 * minute, 'optedOut')
  await shareSinceEver(world, second)
  await enter(page, agent)
  const opened = Date.now()
  await page.goto('/reports/totals')
  await expect(page).toHaveTitle(/Product Activity/)
  for (const name of ['Registrations', 'Cloud', 'Texting', 'Vendor'])
    await expect(card(page, name).getByRole('term')).toHaveText(['Total', 'Last 24 hours'])
  const figures = card(page, 'Vendor').getByRole('definition')
  await expect(figures).toHaveText(['2', '1'])
  await expect(card(page, 'Vendor')).toContainText('Usually 0.3 a day, by the last 7 days')
  await expectUpdatedSince(page, opened)
  await expect(card(page, 'Last additions, Vendor').getByRole('listitem')).toHaveText([
    `${padAgencyId(second)} ${toShown(secondAt)}`,
    `${padAgencyId(first)} ${toShown(firstAt)}`,
  ])
  await expect(page.getByRole('heading', { level: 2, name: 'Last 10 Additions' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Last additions, / }).getByRole('heading')).toHaveText([
    'Registration',
    'Cloud',
    'Texting',
    'Vendor',
  ])
  await expect(
    card(page, 'Last additions, Vendor').getByRole('link', { name: padAgencyId(second) }),
  ).toHaveAttribute('href', `/agency-detail/${second}`)
  await expectAccessibleInBoth(page, 'Product Activity')

  await test.step('each part has an interval of its own', () => expectOwnIntervals(page))

  await test.step('a figure opens its rows, by keyboard', async () => {
    await figures.first().getByRole('link').press('Enter')
    await expect(page.getByRole('heading', { name: 'Vendor, total' })).toBeFocused()
    await expect(page).toHaveURL('/reports/totals?cat=Vendor&since=all')
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveText([
      new RegExp(`^${padAgencyId(first)}.*Undone`),
      new RegExp(`^${padAgencyId(second)}.*Added`),
      new RegExp(`^${padAgencyId(first)}.*Added`),
      new RegExp(`^${padAgencyId(second)}.*Addednone$`),
    ])
    await expectAccessibleInBoth(page, 'Product Activity, rows')
    await card(page, 'Vendor').getByRole('link', { name: 'last 7 days' }).click()
    await expect(page.getByRole('heading', { name: 'Vendor, last 7 days' })).toBeVisible()
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Close the rows' }).click()
    await expect(page).toHaveURL('/reports/totals')
  })
})

const isOfTotals = (answer: Response): boolean =>
  (answer.request().postData() ?? '').includes('ReportProductsPeriods')

/** Timeout of one attempt: the server recomputes only every five seconds. */
const soon = { timeout: 1_500 }

/** Makes the page believe that its tab is visible or hidden; a string, because it runs in the page. */
const show = (page: Page, visibilityState: 'hidden' | 'visible') =>
  page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { value: '${visibilityState}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }`)

async function expectEveryTenSeconds(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Reload totals every/ }).click()
  await page.getByRole('option', { name: '10 seconds' }).click()
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
  let answered = 0
  page.on('response', (answer) => void (answered += isOfTotals(answer) ? 1 : 0))
  for (const times of [1, 2, 3]) {
    await page.clock.runFor(10_000)
    await expect.poll(() => answered).toBe(times)
  }
  await page.clock.resume()
  await page.getByRole('link', { name: 'Main', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agencies' })).toBeVisible()
  const calls = recordCalls(page)
  await page.clock.runFor(120_000)
  expect(calls.filter((body) => body.includes('ReportProductsPeriods'))).toEqual([])
}

test('[RPT-TOTALS-04] the dashboard loads itself anew by its interval, not while it is paused or hidden, and keeps its numbers when that fails', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await page.clock.install()
  await enter(page, agent)
  await page.goto('/reports/totals')
  const total = card(page, 'Registrations').getByRole('definition').first()
  // A placeholder is shown before it.
  await expect(total).toHaveText(/^\d+$/)
  const before = Number(await total.textContent())
  const calls = recordCalls(page)
  const count = (command: string) => calls.filter((body) => body?.includes(command)).length
  await page.getByRole('button', { name: 'Pause loading additions' }).click()
  const reload = async () => {
    // The server caches its result for five seconds.
    const loaded = page.waitForResponse(isOfTotals)
    await page.clock.runFor(30_000)
    await loaded
  }
  await reportEvents(await world.software(await world.agency()), confirmed('NEW'))
  await expect(async () => {
    await reload()
    await expect(total).toHaveText(String(before + 1), soon)
  }).toPass()

  expect(count('ReportProductsLastN')).toBe(0)

  await test.step('a hidden tab asks nothing, and asks at once when it is shown again', async () => {
    const asked = count('ReportProductsPeriods')
    await show(page, 'hidden')
    await page.clock.runFor(120_000)
    expect(count('ReportProductsPeriods')).toBe(asked)
    const loaded = page.waitForResponse(isOfTotals)
    await show(page, 'visible')
    await loaded
  })

  await world.without('activity_event', async () => {
    await expect(async () => {
      await reload()
      await expect(page.getByText(/^Last update failed .*: An error occurred\.$/)).toBeVisible(soon)
    }).toPass()
    await expect(total).toHaveText(String(before + 1))
  })
  await reload()
  await expect(page.getByText(/^Last update failed/)).toHaveCount(0)
  await test.step('every ten seconds if that is chosen, and no longer once the screen is left', () =>
    expectEveryTenSeconds(page))
})

test('[RPT-TOTALS-10] a dashboard that cannot be loaded says so in both parts', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page, agent)
  await expect(async () => {
    await world.without('activity_event', async () => {
      await page.goto('/reports/totals')
      await expect(page.getByRole('alert')).toHaveText(['An error occurred.', 'An error occurred.'], soon)
      await expectAccessibleInBoth(page, 'Product Activity, failed')
      await expectReasons(page, 'Product Activity, failed')
    })
  }).toPass()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(card(page, 'Registrations')).toBeVisible()
})

test('in a compact density too, one addition can be hit without the next', async ({ page, enter, world }) => {
  const productId = await addProduct(world, 'Compact Rater', { vendorDataSync: true })
  for (const minutes of [9, 8, 7])
    await share(world, { productId, agencyId: await world.agency() }, minutes * minute)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, await world.person())
  await page.goto('/reports/totals')
  await expect(card(page, 'Last additions, Vendor').getByRole('listitem')).not.toHaveCount(0)
  await page.getByRole('button', { name: /^Settings of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expectAccessible(page, 'Product Activity, compact')
})

test('[RPT-TOTALS-01] every figure that is a link is a target of 24 px each way', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/reports/totals')
  const figures = page.getByRole('definition').getByRole('link')
  await expect(figures).toHaveCount(8)
  for (const figure of await figures.all()) {
    const { width = 0, height = 0 } = (await figure.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
})
