import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, reportEvents } from './support/marketplace.ts'
import { expectBelow } from './support/layout.ts'
import { download, downloadBuilt, recordCalls } from './support/screens.ts'
import { agent, type World } from './support/world.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })
const viewButton = (page: Page) => page.getByRole('button', { name: 'View' })
const expectColumns = (page: Page, ...names: string[]) =>
  expect(page.getByRole('columnheader')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
/** Expects a chart with this text, over the table. */
async function expectChart(page: Page, name: string, text: RegExp): Promise<void> {
  const chart = page.getByRole('figure', { name })
  await expect(chart).toHaveText(text)
  await expectBelow(page.getByRole('table'), chart)
}
const red = 'rgb(179, 38, 30)'
const noAgencies = 'No agencies enabled or activated for this product.'

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Product', { exact: true }).selectOption(name)
  await viewButton(page).click()
}

/** Makes the software of an agency report an event of a product. */
async function reportOf(
  world: World,
  { productId, agencyId }: { productId: number; agencyId: number },
  kind: 'purchase' | 'cancellation' | 'trialEnd',
  at: string,
): Promise<void> {
  await reportEvents(await world.software(agencyId), { kind, id: `${kind}-${productId}`, at, productId })
}

test('[RPT-BILLING-01] [RPT-BILLING-02] [RPT-BILLING-03] [RPT-BILLING-04] [RPT-BILLING-05] [RPT-BILLING-06] [RPT-BILLING-07] [RPT-BILLING-08] [EXPORT-04] [MKT-16] the billing report, from nothing chosen to its file', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await page.clock.setFixedTime('2026-11-22T15:00:00Z')
  const [first, second] = [await world.agency({ name: 'Zoe, Inc' }), await world.agency({ name: 'Abbott' })]
  const product = await addProduct(world, 'Rate Pro 2')
  await addProduct(world, 'Nobody’s Product')
  const here = { productId: product, agencyId: first }
  const there = { ...here, agencyId: second }
  await reportOf(world, here, 'purchase', '2026-07-01T15:04:05Z')
  await reportOf(world, there, 'purchase', '2026-01-01T05:00:00Z')
  await reportOf(world, there, 'cancellation', '2026-02-01T17:00:00Z')
  await enter(page, agent)
  await page.goto('/reports/product-billing?product=999999')
  await expect(page).toHaveTitle(/Marketplace Product Billing Report/)
  await expect(viewButton(page)).toBeDisabled()
  await expect(page.getByRole('main').getByRole('paragraph').getByText('Choose a product')).toBeVisible()
  await page.getByRole('button', { name: 'Help: Product billing report' }).click()
  await expect(page.getByRole('note')).toContainText('Agencies with the chosen product')
  await page.keyboard.press('Escape')
  await expectAccessibleInBoth(page, 'billing, nothing chosen')

  await choose(page, 'Nobody’s Product')
  await expect(page.getByText(noAgencies)).toBeVisible()
  await expect(exportButton(page)).toHaveCount(0)

  await world.without('agency_product', async () => {
    await choose(page, 'Rate Pro 2')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
    await expectReasons(page, 'billing, failed')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`/reports/product-billing?product=${product}`)
  await expectColumns(page, 'Agency', 'Name', 'Subscribed', 'Status', 'Subscribed On', 'Unsubscribed On')
  await expect(rows(page)).toHaveText([
    `${first}Zoe, IncYesActive07/01/2026 11:04:05 amnone`,
    `${second}AbbottNoPending01/01/2026 12:00:00 am02/01/2026 12:00:00 pm`,
  ])
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
  await expectChart(page, 'Agencies by status', /1 of 2 .*Active 1Pending 0Unsubscribed 1$/)
  await expectChart(page, 'Subscribed On by month', /2 from Jan 2026 to Nov 2026/)
  await expectAccessibleInBoth(page, 'billing')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  expect(await downloadBuilt(exportButton(page))).toEqual({
    name: 'Rate_Pro_2.csv',
    text:
      '\uFEFFAgencyId,Name,Subscribed,Status,Subscribed On,Unsubscribed On\r\n' +
      `${second},Abbott,No,Pending,01/01/2026 12:00:00 am,02/01/2026 12:00:00 pm\r\n` +
      `${first},Zoe  Inc,Yes,Active,07/01/2026 11:04:05 am,\r\n`,
  })
})

test('[RPT-ACTIVATION-01] [RPT-ACTIVATION-02] [RPT-ACTIVATION-05] [RPT-ACTIVATION-06] [RPT-ACTIVATION-09] [EXPORT-04] [MKT-87] the activation report warns, filters by address and exports what is left', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const [first, second] = [await world.agency(), await world.agency()]
  const product = await addProduct(world, 'Quote Hub')
  const at = '2026-07-01T15:04:05Z'
  const optIn = { kind: 'optedIn', id: 'opt-in', at, productId: product, name: 'Lee, Ann' } as const
  await reportEvents(await world.software(first), { ...optIn, initials: 'AL' })
  await reportOf(world, { productId: product, agencyId: second }, 'purchase', at)
  await enter(page, agent)
  await page.goto('/reports/product-activation')
  await expect(viewButton(page)).toBeDisabled()
  await expect(
    page.getByText(
      'This report is misleading. It does not show all activations or cancellations. The Date column is the opt-in date, not a subscription change date. The Name and Initials columns are the user who opted into data sharing.',
    ),
  ).toHaveCSS('color', red)
  await world.without('product_override', async () => {
    await choose(page, 'Quote Hub')
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectColumns(
    page,
    'Agency',
    'Visible',
    'Subscribed',
    'Enabled',
    'Opted In',
    'Date',
    'Name',
    'Initials',
  )
  const other = `${second}YesYesYesNononenonenone`
  await expect(rows(page)).toHaveText([`${first}YesNoNoYes07/01/2026 11:04:05 amLee, AnnAL`, other])
  await expectAccessibleInBoth(page, 'activation')
  await page.getByLabel('Opted In', { exact: true }).selectOption('No')
  await expect(rows(page)).toHaveText([other])
  await expect(page).toHaveURL(`/reports/product-activation?product=${product}&f.optedIn=2`)
  expect(await downloadBuilt(exportButton(page))).toEqual({
    name: 'Quote_Hub.csv',
    text:
      '\uFEFFAgencyId,Visible,Subscribed,Enabled,Opted In,Opt In Date,Name,Initials\r\n' +
      `${second},true,true,true,false,,,\r\n`,
  })
  // A colleague who opens the address sees the same.
  await page.reload()
  await expect(rows(page)).toHaveText([other])
  await page.getByLabel('Enabled', { exact: true }).selectOption('No')
  await expect(page.getByText('No Results', { exact: true })).toBeVisible()
})

/** A purchase, the end of a trial and a cancellation. */
async function reportThree(world: World, of: { productId: number; agencyId: number }): Promise<void> {
  await reportOf(world, of, 'purchase', '2026-11-20T15:04:05Z')
  await reportOf(world, of, 'trialEnd', '2026-10-22T04:00:00Z')
  // Still 21 October in New York.
  await reportOf(world, of, 'cancellation', '2026-10-22T03:59:59Z')
}

test('[RPT-SUBEVENTS-01] [RPT-SUBEVENTS-02] [RPT-SUBEVENTS-04] [RPT-SUBEVENTS-05] [RPT-SUBEVENTS-09] [RPT-SUBEVENTS-17] [EXPORT-04] [MKT-26] [MKT-75] the subscription event report by days and by kind', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await page.clock.setFixedTime('2026-11-22T15:00:00Z')
  const agencyId = await world.agency({ name: 'Smith, Inc' })
  const of = { productId: await addProduct(world, 'Bind It'), agencyId }
  await reportThree(world, of)
  const line = (date: string, status: string) => `${agencyId}Smith, Inc${date}${status}`
  const bought = line('11/20/2026 10:04:05 am', 'Purchase')
  const ended = line('10/22/2026 12:00:00 am', 'Trial End')
  const cancelled = line('10/21/2026 11:59:59 pm', 'Cancellation')
  await enter(page, agent)
  const calls = recordCalls(page)
  await page.goto('/reports/subscription-events')
  await expect(viewButton(page)).toBeDisabled()
  const select = page.getByLabel('Product', { exact: true })
  await select.selectOption('Select a product')
  await expect(viewButton(page)).toBeDisabled()
  expect(calls.filter((body) => body.includes('SubscriptionReportEvents'))).toEqual([])
  // The list of products looks into the events too, so it has to be there before they are away.
  await select.selectOption('Bind It')
  await world.without('subscription_event', async () => {
    await viewButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('An error occurred.')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectColumns(page, 'Agency', 'Name', 'Date', 'Status')
  await expect(rows(page)).toHaveText([bought, ended])
  await expect(page).toHaveURL(
    `/reports/subscription-events?product=${of.productId}&f.from=2026-10-22&f.to=2026-11-22`,
  )
  const start = page.getByLabel('Start date')
  await start.fill('2026-10-21')
  await expect(rows(page)).toHaveText([bought, ended, cancelled])
  await start.fill('2026-12-01')
  await expect(page.getByText('Start date must not be after end date.')).toBeVisible()
  await expect(rows(page)).toHaveText([bought, ended, cancelled])
  await expectChart(page, 'Net change by day', /Net change 0: 1 purchase, 1 cancellation\..*Trial End 1$/)
  await expectAccessibleInBoth(page, 'subscription events')
  await start.fill('2026-10-21')
  await page.getByLabel('Event', { exact: true }).selectOption('Cancellations')
  await expect(rows(page)).toHaveText([cancelled])
  expect(await downloadBuilt(exportButton(page))).toEqual({
    name: 'Bind_It_Subscription_Report.csv',
    text:
      '\uFEFFAgency Id,Agency Name,Subscription Event Date,Subscription Event\r\n' +
      `${agencyId},Smith  Inc,10/21/2026 11:59:59 pm,Cancellation\r\n`,
  })
  await start.fill('2026-11-01')
  await expect(page.getByText('No Results')).toBeVisible()
  // Loading the report again resets the filters to the last month and all kinds.
  await viewButton(page).click()
  await expect(rows(page)).toHaveText([bought, ended])
  await expect(start).toHaveValue('2026-10-22')
})

test('[MKT-88] [MKT-89] with more than 10,000 rows the table shows the first, and the server makes the file of all that pass the filter', async ({
  page,
  enter,
  world,
}) => {
  const product = await addProduct(world, 'Everywhere')
  // Too many for a test to report through the agencies' software.
  await world.sql(
    `insert into agency_product (product_id, agency_id, subscribed, started_at)
     select $1, 60000000 + n, true, timestamptz '2026-11-01 06:30Z' from generate_series(1, 10001) n`,
    [product],
  )
  await enter(page, agent)
  const calls = recordCalls(page)
  await page.goto(`/reports/product-billing?product=${product}`)
  // It is announced as well, outside of the page.
  const notice = page
    .getByRole('main')
    .getByText('More than 10,000 rows: the table shows the first 10,000. Export holds them all.')
  // Above the rows the count says so; the sentence stands below them, because late content is never above the controls.
  await expect(page.getByText('First 10,000 rows', { exact: true })).toBeInViewport()
  await expectBelow(notice, rows(page).first())
  await page.setViewportSize({ width: 1280, height: 560 })
  await expectBelow(notice, page.getByRole('navigation', { name: 'Pages' }))
  const link = page.getByRole('link', { name: 'Export' })
  const zone = 'zone=America%2FNew_York'
  await expect(link).toHaveAttribute('href', `/api/reports/product-billing/csv?productId=${product}&${zone}`)
  // The last one is not among the shown rows, so the filter is sent to the server.
  await page.getByRole('textbox', { name: 'Search' }).fill('60010001')
  await expect(rows(page)).toHaveText([/^60010001/])
  const asked = calls
    .filter((body) => body.includes('ReportProductBilling'))
    .map((body) => JSON.parse(body) as unknown)
  expect(asked).toEqual([
    { command: 'ReportProductBilling', productId: product, most: 10_001 },
    { command: 'ReportProductBilling', productId: product, most: 10_001, text: '60010001' },
  ])
  await page.getByRole('textbox', { name: 'Search' }).fill('')
  await expect(link).toBeVisible()
  const { name, text } = await download(link)
  expect(name).toBe('Everywhere.csv')
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(10_003)
  expect(lines[10_001]).toBe('60010001,,Yes,Pending,11/01/2026 1:30:00 am,')
})
