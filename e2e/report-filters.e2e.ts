import { padAgencyId } from '@agency-support/contract/ids'
import type { Locator, Page } from '@playwright/test'
import { reportSigning } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, purchase, reportEvents } from './support/marketplace.ts'
import { download, recordCalls, standsFor } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { agent } from './support/world.ts'

const viewButton = (page: Page) => page.getByRole('button', { name: 'View' })
const productField = (page: Page) => page.getByLabel('Product', { exact: true })

async function expectChoices(select: Locator, ...choices: [value: string, label: string][]): Promise<void> {
  const options = select.locator('option')
  await expect(options).toHaveText(choices.map(([, label]) => label))
  for (const [at, [value]] of choices.entries()) await expect(options.nth(at)).toHaveAttribute('value', value)
}

test('[RPT-ACTIVATION-03] [RPT-ACTIVATION-07] [SHELL-26] the activation report filters by four flags, and shows that it loads', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Flagged')
  await enter(page, agent)
  await page.goto('/reports/product-activation')
  await page.getByLabel('Product', { exact: true }).selectOption('Flagged')
  await world.holdingTable('product_override', async () => {
    await viewButton(page).click()
    await expect(viewButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  })
  await expect(page.getByText('No agencies enabled or activated for this product.')).toBeVisible()
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy')
  await expect(page).toHaveURL(`/reports/product-activation?product=${product}`)
  for (const flag of ['Visible', 'Enabled', 'Subscribed', 'Opted In']) {
    const select = page.getByLabel(flag, { exact: true })
    await expect(select).toHaveValue('0')
    await expectChoices(select, ['0', 'Any'], ['1', 'Yes'], ['2', 'No'])
  }
})

test('[RPT-SUBEVENTS-01] [RPT-SUBEVENTS-03] [RPT-SUBEVENTS-04] [RPT-SUBEVENTS-05] the subscription event report: its help, choices, page sizes, and that it loads', async ({
  page,
  enter,
  world,
}) => {
  await addProduct(world, 'Chosen')
  await enter(page, agent)
  await page.goto('/reports/subscription-events')
  await page.getByRole('button', { name: 'Help: Subscription events' }).click()
  await expect(page.getByRole('note')).toContainText(
    'Purchases, cancellations and trial changes of one product.',
  )
  await page.keyboard.press('Escape')
  await page.getByLabel('Product', { exact: true }).selectOption('Chosen')
  await world.holdingTable('subscription_event', async () => {
    await viewButton(page).click()
    await expect(viewButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  })
  await expect(page.getByText('No Results')).toBeVisible()
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy')
  await expect(viewButton(page)).not.toHaveAttribute('aria-busy')
  const event = page.getByLabel('Event', { exact: true })
  await expectChoices(event, ['-1', 'Any'], ['0', 'Purchases'], ['1', 'Cancellations'])
  for (const day of ['Start date', 'End date'])
    await expect(page.getByLabel(day)).toHaveAttribute('type', 'date')
  await page.goto('/reports/product-billing')
  await page.getByLabel('Product', { exact: true }).selectOption('Chosen')
  await world.holdingTable('agency_product', async () => {
    await viewButton(page).click()
    await expect(viewButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  })
})

test('[ESIG-33] [RPT-SUBEVENTS-04] a mark that cannot be set is shown for 5 seconds', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const agencyId = await world.agency({ name: 'Unmarked Insurance' })
  const [signing] = await world.sql<{ id: number }>(
    'select product_id as id from product where product_key = 3',
  )
  await reportSigning(world, agencyId)
  await enter(page, agent)
  await page.clock.install()
  await page.goto(`/reports/subscription-events?product=${signing?.id}&f.from=2026-03-01&f.to=2026-03-31`)
  const mark = page
    .getByRole('row')
    .filter({ hasText: 'Unmarked Insurance' })
    .getByRole('switch', { name: 'Processed' })
    .first()
  await test.step('[MKT-75] without rows it says so', async () => {
    await page.getByLabel('Start date').fill('2026-03-31')
    await expect(page.getByText('No Results')).toBeVisible()
    await page.getByLabel('Start date').fill('2026-03-01')
  })
  await expect(mark).toBeVisible()
  const sizes = page.getByRole('combobox', { name: 'Rows per page' }).first().locator('option')
  await expect(sizes).toHaveText(['10', '50', '100'])
  await page.clock.pauseAt(Date.now() + 60_000)
  await world.without('billing_record', async () => {
    await mark.press('Space')
    await standsFor(page, 'Error setting Processed flag', 5000)
  })
})

test('the events of e-signature fit beside the menu at 1280 px, down to the switch of each row', async ({
  page,
  enter,
  world,
}) => {
  const [signing] = await world.sql<{ id: number }>(
    'select product_id as id from product where product_key = 3',
  )
  await reportSigning(world, await world.agency())
  await enter(page, agent)
  await page.goto(`/reports/subscription-events?product=${signing?.id}&f.from=2026-03-01&f.to=2026-03-31`)
  await expect(page.getByRole('switch', { name: 'Processed' }).first()).toBeVisible()
  const width = (side: string) => page.evaluate<number>(`document.querySelector('main table').${side}Width`)
  expect(await width('scroll')).toBe(await width('parentElement.client'))
})

test('as another product is chosen, the report of the one before goes until View', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency()
  const productId = await addProduct(world, 'Chosen First')
  await addProduct(world, 'Chosen Later')
  const at = new Date(Date.now() - 60_000).toISOString()
  await reportEvents(await world.software(agencyId), { ...purchase(productId), at })
  await enter(page, agent)
  const row = page.getByRole('row').filter({ hasText: padAgencyId(agencyId) })
  for (const [report, empty] of [
    ['product-billing', 'No agencies enabled or activated for this product.'],
    ['product-activation', 'No agencies enabled or activated for this product.'],
    ['subscription-events', 'No Results'],
  ] as const) {
    await page.goto(`/reports/${report}`)
    const next = page.getByRole('main').getByRole('paragraph')
    await expect(next.getByText('Choose a product to view the report.')).toBeVisible()
    await productField(page).selectOption('Chosen First')
    await expect(next.getByText('Press View to see the report of the chosen product.')).toBeVisible()
    await viewButton(page).click()
    await expect(row).toHaveCount(1)
    await productField(page).selectOption('Chosen Later')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)
    await expect(page.getByRole('figure')).toHaveCount(0)
    await productField(page).selectOption('Chosen First')
    await expect(row).toHaveCount(1)
    await productField(page).selectOption('Chosen Later')
    await viewButton(page).click()
    await expect(page.getByText(empty)).toBeVisible()
    await page.goBack()
    await expect(productField(page).locator('option:checked')).toHaveText('Chosen First')
    await expect(row).toHaveCount(1)
  }
})

test('[RPT-ACTIVATION-03] a flag that is set before the product is chosen stays as the report is viewed', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Flagged Before')
  await enter(page, agent)
  await page.goto('/reports/product-activation')
  await page.getByLabel('Visible', { exact: true }).selectOption('No')
  await productField(page).selectOption('Flagged Before')
  await viewButton(page).click()
  await expect(page).toHaveURL(`/reports/product-activation?product=${product}&f.visible=2`)
  await expect(page.getByLabel('Visible', { exact: true })).toHaveValue('2')
})

test('[MKT-74] [RPT-SUBEVENTS-10] the days are asked for as instants, again as they widen and with every View', async ({
  page,
  enter,
  world,
}) => {
  await page.clock.setFixedTime('2026-11-22T15:00:00Z')
  const productId = await addProduct(world, 'Asked Again')
  await enter(page, agent)
  const calls = recordCalls(page)
  const asked = () =>
    calls
      .map((body) => JSON.parse(body) as { command?: string })
      .filter(({ command }) => command === 'SubscriptionReportEvents')
  const to = '2026-11-23T05:00:00.000Z'
  const since = (from: string) => ({
    command: 'SubscriptionReportEvents',
    productId,
    keyId: 0,
    from,
    to,
    most: 10_001,
  })
  const month = since('2026-10-22T04:00:00.000Z')
  await page.goto('/reports/subscription-events')
  await productField(page).selectOption('Asked Again')
  await viewButton(page).click()
  await expect.poll(asked).toEqual([month])
  const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')]
  await start.fill('2026-10-21')
  await expect.poll(asked).toEqual([month, since('2026-10-21T04:00:00.000Z')])
  await start.fill('2026-11-01')
  await expect(page).toHaveURL(/f\.from=2026-11-01/)
  expect(asked()).toHaveLength(2)
  await viewButton(page).click()
  await expect(start).toHaveValue('2026-10-22')
  await expect(end).toHaveValue('2026-11-22')
  await expect.poll(asked).toEqual([month, since('2026-10-21T04:00:00.000Z'), month])

  await test.step('labels are in front of their fields, and an error moves nothing beside it', async () => {
    for (const label of ['Event', 'Start date', 'End date']) {
      const [of, field] = [page.getByText(label, { exact: true }), page.getByLabel(label, { exact: true })]
      const [text, box] = [await of.boundingBox(), await field.boundingBox()]
      expect((text?.x ?? 0) + (text?.width ?? 0), label).toBeLessThanOrEqual(box?.x ?? 0)
    }
    const placed = [start, end, page.getByRole('button', { name: '30 days' })]
    const boxes = () => Promise.all(placed.map((one) => one.boundingBox()))
    const before = await boxes()
    await start.fill('2026-12-01')
    await expect(page.getByText('Start date must not be after end date.')).toBeVisible()
    expect(await boxes()).toEqual(before)
  })
})

test('[MKT-87] the file of a report holds the rows of all pages, in the order of the table', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Paged Rater')
  // Twelve agencies are two pages.
  await world.sql(
    `insert into agency_product (product_id, agency_id, subscribed, started_at)
     select $1, 61000000 + n, true, timestamptz '2026-11-01 06:30Z' from generate_series(1, 12) n`,
    [product],
  )
  await enter(page, agent)
  await page.goto(`/reports/product-billing?product=${product}`)
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await page.getByRole('button', { name: 'Agency', exact: true }).click()
  await expect(page.getByRole('rowheader').first()).toContainText('61000012')
  const { text } = await download(page.getByRole('button', { name: 'Export', exact: true }))
  const ids = text.split('\r\n').map((line) => line.slice(0, 8))
  expect(ids.slice(1, -1)).toEqual(Array.from({ length: 12 }, (_, at) => String(61_000_012 - at)))
})

test('the words of a chart are legible where the browser forces colours on another theme, and buttons stand apart', async ({
  page,
  enter,
  world,
}) => {
  const productId = await addProduct(world, 'Charted')
  const at = new Date(Date.now() - 60_000).toISOString()
  await reportEvents(await world.software(await world.agency()), { ...purchase(productId), at })
  await enter(page, agent)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/reports/subscription-events?product=${productId}`)
  const words = page.getByRole('figure').locator('svg text').first()
  await expect(words).toBeVisible()
  await page.evaluate(`document.documentElement.dataset.colorScheme = 'dark'`)
  await expect(words).toHaveCSS('fill', await page.evaluate<string>('getComputedStyle(document.body).color'))
  const [first, second] = await page.getByRole('group', { name: 'Days' }).getByRole('button').all()
  const [left, right] = [await first?.boundingBox(), await second?.boundingBox()]
  expect((right?.x ?? 0) - ((left?.x ?? 0) + (left?.width ?? 0))).toBeGreaterThanOrEqual(4)
})

test('the days to choose at once stand on one line, and the other filters on that of the dates', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Chosen By Days')
  await enter(page, agent)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/reports/subscription-events?product=${product}`)
  const days = page.getByRole('group', { name: 'Days' }).getByRole('button')
  await expect(days).toHaveText(['30 days', 'This month', 'This year'])
  const filters = [
    page.getByLabel('Event', { exact: true }),
    page.getByLabel('Start date'),
    ...(await days.all()),
  ]
  const places = await Promise.all(filters.map((one) => one.boundingBox()))
  const middles = places.map((place) => place && place.y + place.height / 2)
  expect(Math.max(...middles.map(Number)) - Math.min(...middles.map(Number))).toBeLessThanOrEqual(2)
})

test('days in the wrong order are told beside them, and nothing moves', async ({ page, enter, world }) => {
  const product = await addProduct(world, 'Chosen Backwards')
  await enter(page, agent)
  await page.goto(`/reports/subscription-events?product=${product}`)
  const start = page.getByLabel('Start date')
  for (const width of [1440, 1280, 480]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: '30 days' }).click()
    await expect(start).not.toHaveAttribute('aria-invalid')
    const before = await placedControls(page)
    await start.fill('2099-01-01')
    await expect(start).toHaveAccessibleDescription('Start date must not be after end date.')
    await expectStill(before, `days in the wrong order at ${width} px`)
    await page.reload()
  }
})

for (const [where, width, textPercent] of [
  ['on a narrow screen', 390, 100],
  ['with text of twice the size', 1280, 200],
] as const)
  test(`${where} a chart holds the words of its axis`, async ({ page, enter, world }) => {
    const productId = await addProduct(world, `Charted ${where}`)
    // From 22 months ago on, the last month is one of those named.
    await world.sql(
      `insert into agency_product (product_id, agency_id, subscribed, started_at)
     select $1, 62000000 + n, true, date_trunc('month', now()) + interval '12 hours' - n * interval '22 months'
     from generate_series(0, 1) n`,
      [productId],
    )
    await enter(page, agent)
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(
      `addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '${textPercent}%' })`,
    )
    await page.goto(`/reports/product-billing?product=${productId}`)
    const chart = page.getByRole('application')
    // The words come once the chart knows its width.
    await expect(chart.locator('text').nth(2)).toBeVisible()
    const drawn = await chart.boundingBox()
    const words = await chart.locator('text').all()
    for (const word of words) {
      await expect(word).toHaveCSS('font-size', `${(12 * textPercent) / 100}px`)
      const box = await word.boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (drawn?.x ?? 0) + (drawn?.width ?? 0),
      )
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(
        (drawn?.y ?? 0) + (drawn?.height ?? 0),
      )
    }
  })
