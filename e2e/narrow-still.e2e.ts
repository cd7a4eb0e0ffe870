import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { healthFacts } from './support/health.ts'
import { addProduct } from './support/marketplace.ts'
import { seatAgency } from './support/seats.ts'
import { expectStill, placedControls } from './support/still.ts'
import type { TableAway } from './support/world.ts'

/** View is another element once it can be pressed; the days are a link in a sentence with a figure. */
const others = ['View', 'last 7 days']

interface Late {
  address: string
  /** What the screen waits for. */
  table: TableAway
  /** Is there while it waits. */
  early: Locator
  /** Comes afterwards. */
  late: Locator
}

interface Shown {
  agency: number
  online: number
  /** A product of no agency. */
  product: number
  /** A product of more agencies than the table shows. */
  many: number
}

function lateScreens(page: Page, { agency, online, product, many }: Shown): readonly Late[] {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return [
    {
      address: `/agency-detail/${agency}?tab=config`,
      table: 'agency_totals',
      early: button('Update'),
      late: healthFacts(page).first(),
    },
    {
      address: `/agency-detail/${online}?tab=seatmanagement`,
      table: 'agency_seat',
      early: button('Refresh'),
      late: page.getByText('Licensed seats'),
    },
    {
      address: `/agency-detail/${agency}?tab=history`,
      table: 'journal',
      early: button('Columns'),
      late: page.getByText('Nobody has done anything here yet.'),
    },
    {
      address: `/reports/product-activation?product=${many}`,
      table: 'agency_product',
      early: button('Columns'),
      late: page.getByText('First 10,000 rows', { exact: true }),
    },
    {
      address: '/seatManagement',
      table: 'seat_request',
      early: button('Export Done'),
      late: page.getByText(/^To-Do \d/),
    },
    {
      address: `/reports/product-billing?product=${product}`,
      table: 'product',
      early: button('View'),
      late: page.getByText('No agencies enabled or activated for this product.'),
    },
    {
      address: '/reports/totals',
      table: 'activity_event',
      early: button('Pause loading totals'),
      late: page.getByText(/^Updated /).first(),
    },
  ]
}

test('[TRUTH-28] on narrow screens what arrives late moves no control', async ({ page, enter, world }) => {
  const [agency, online] = [await world.agency(), await seatAgency(world, { licensed: 5, seats: [] })]
  const [product, many] = [
    await addProduct(world, 'Still Rater'),
    await addProduct(world, 'Everywhere Rater'),
  ]
  // Too many for a test to report through the agencies' software.
  await world.sql(
    `insert into agency_product (product_id, agency_id, subscribed, started_at)
     select $1, 60000000 + n, true, timestamptz '2026-11-01 06:30Z' from generate_series(1, 10001) n`,
    [many],
  )
  await enter(page)
  for (const width of [390, 768, 820, 1024])
    for (const { address, table, early, late } of lateScreens(page, { agency, online, product, many })) {
      await page.setViewportSize({ width, height: 844 })
      let before: Awaited<ReturnType<typeof placedControls>> = []
      await world.holdingTable(table, async () => {
        await page.goto(address)
        await expect(early).toBeVisible()
        before = (await placedControls(page)).filter(({ text }) => !others.includes(text ?? ''))
      })
      await expect(late).toBeVisible()
      await expectStill(before, `${address} at a width of ${width}`)
    }
})

test('View of a report stands still as the products come, however long the name of one is', async ({
  page,
  enter,
  world,
}) => {
  await addProduct(world, 'Real-Time Bridging to More Than Two Hundred Carriers of Personal Lines')
  await enter(page)
  const view = page.getByRole('button', { name: 'View' })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    let before: Awaited<ReturnType<Locator['boundingBox']>> = null
    await world.holdingTable('product', async () => {
      await page.goto('/reports/product-billing')
      await expect(view).toBeVisible()
      before = await view.boundingBox()
    })
    await expect(page.getByRole('option', { name: /^Real-Time/ })).toBeAttached()
    expect(await view.boundingBox(), `at a width of ${width}`).toEqual(before)
  }
})
