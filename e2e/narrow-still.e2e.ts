import type { Locator } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { healthFacts } from './support/health.ts'
import { addProduct } from './support/marketplace.ts'
import { seatAgency } from './support/agency-users.ts'
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

test('[TRUTH-28] on narrow screens what arrives late moves no control', async ({ page, enter, world }) => {
  const [agency, online] = [await world.agency(), await seatAgency(world, { licensed: 5, seats: [] })]
  const product = await addProduct(world, 'Still Rater')
  await enter(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const screens: readonly Late[] = [
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
  for (const width of [390, 768, 1024])
    for (const { address, table, early, late } of screens) {
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
