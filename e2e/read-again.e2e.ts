import { P } from '@agency-support/contract/permissions'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { usersAgency } from './support/agency-users.ts'
import { seatAgency } from './support/seats.ts'
import { expect, test } from './support/fixture.ts'
import { expectNoShift, expectStill, placedControls, watchShifts } from './support/still.ts'
import {
  clearBandwidthFaults,
  resetBandwidth,
  controlBandwidth,
  textingAgency,
  textingTab,
} from './support/texting.ts'

test.afterEach(({ server }) => resetBandwidth(server))
test.beforeEach(({ expectErrors }) => expectErrors(/ 500 /))

test('facts of texting that cannot be read again stay, and one line names them', async ({
  page,
  enter,
  world,
  server,
}) => {
  const { id } = await textingAgency(world, 'Steady Insurance')
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  await expect(tab.fact('Order status')).toContainText('Order Completed')
  await expect(tab.toggle).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'Not read again' })
  await controlBandwidth(server, 'fault', { endpoint: 'order', kind: 'status', status: 500 })
  await world.without('agency_product', async () => {
    const field = tab.tcr.getByRole('textbox', { name: 'New TCR number' })
    await field.fill('CSTEADY')
    await field.press('Enter')
    await expect(alert).toContainText(
      'Not read again: Order status, Product status. What is shown may be out of date.',
    )
  })
  await expect(tab.fact('Order status')).toContainText('Order Completed')
  await expect(tab.toggle).toBeVisible()
  await expect(tab.fact('TCR number')).toContainText('CSTEADY')
  await expectAccessibleInBoth(page, 'texting not read again')
  await clearBandwidthFaults(server)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(tab.fact('Order status')).toContainText('Order Completed')
})

test('facts of texting that cannot be read at first are tried again where they stand, and move nothing', async ({
  page,
  enter,
  world,
}) => {
  const { id } = await textingAgency(world, 'Retried Insurance')
  await enter(page)
  const tab = textingTab(page)
  const facts = [tab.fact('SignalR connections'), tab.fact('Product status')]
  await watchShifts(page)
  const placed = await world.without('agency_product', () =>
    world.without('texting_connection', async () => {
      await tab.open(id)
      for (const fact of facts) await expect(fact.getByRole('alert')).toHaveText('Something went wrong')
      await expect(tab.fact('Order status')).toContainText('Order Completed')
      await expectNoShift(page, 'facts that cannot be read')
      await expectAccessibleInBoth(page, 'texting not read')
      return placedControls(page)
    }),
  )
  // At once, the connections first: the page reads those again by itself too.
  for (const fact of facts) await fact.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(tab.toggle).toBeVisible()
  await expect(tab.fact('SignalR connections')).toContainText('None')
  await expectStill(
    placed.filter(({ text }) => text !== 'Try again'),
    'facts that are read again',
  )
})

test('an order that is asked for again keeps its failure, its focused button and the light of Bandwidth', async ({
  page,
  enter,
  world,
  server,
}) => {
  const { id } = await textingAgency(world, 'Patient Insurance')
  await controlBandwidth(server, 'fault', { endpoint: 'order', kind: 'status', status: 500 })
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  const again = tab.fact('Order status').getByRole('button', { name: 'Try again' })
  // Unknown is what it is before the first answer too.
  await expect(again).toBeVisible()
  await expect(tab.status).toContainText('Bandwidth status unknown')
  await world.holdingTable('agency_texting', async () => {
    await again.press('Enter')
    await expect(again).toHaveAttribute('aria-busy', 'true')
    await expect(again).toBeFocused()
    await expect(tab.fact('Order status').getByRole('alert')).toBeVisible()
    await expect(tab.status).toContainText('Bandwidth status unknown')
  })
  await expect(again).not.toHaveAttribute('aria-busy')
  await clearBandwidthFaults(server)
  await again.press('Enter')
  await expect(tab.fact('Order status')).toContainText('Order Completed')
  await expect(tab.status).toContainText('Bandwidth answered just now')
})

test('a part of a screen that is tried again keeps its failure and its focused button until the answer', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Parts Insurance' })
  await enter(page)
  for (const [table, path, part] of [
    [
      'agency_totals',
      `/agency-detail/${id}?tab=productsummary`,
      page.getByRole('row', { name: 'Data Sync' }),
    ],
    ['agency_file', `/agency-detail/${id}?tab=downloads`, page.getByRole('row', { name: 'Config file' })],
    ['product', '/reports/product-billing', page.locator('form')],
    ['vendor', '/products/-1', page.getByRole('form', { name: 'Settings' })],
    ['system_alert', '/status-admin', page.getByRole('alert')],
  ] as const) {
    const again = part.getByRole('button', { name: 'Try again' })
    const failure = part.getByText(/Something went wrong|Unable to get alerts/)
    await world.without(table, async () => {
      await page.goto(path)
      await expect(failure).toBeVisible()
    })
    await world.holdingTable(table, async () => {
      await again.press('Enter')
      await expect(again, path).toHaveAttribute('aria-busy', 'true')
      await expect(again, path).toBeFocused()
      await expect(failure, path).toBeVisible()
    })
    await expect(failure, path).toHaveCount(0)
  }
})

test('what stands below a part that failed stays while that part is tried again', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Below Insurance' })
  await enter(page)
  for (const [table, tab, part, below] of [
    [
      'marketplace_registration',
      'marketplace',
      page.getByRole('region', { name: 'Pending registrations' }),
      page.getByRole('table', { name: 'Marketplace products' }),
    ],
    [
      'agency_user',
      'users',
      page.locator('main'),
      page.getByRole('table', { name: 'Super User Creation Log' }),
    ],
    [
      'agency_token',
      'files',
      page.getByRole('region', { name: 'Multifolder token' }),
      page.getByRole('table', { name: 'Client conversion and sync errors' }),
    ],
  ] as const) {
    const again = part.getByRole('button', { name: 'Try again' })
    await world.without(table, async () => {
      await page.goto(`/agency-detail/${id}?tab=${tab}`)
      await expect(again).toBeVisible()
      await expect(below).toBeVisible()
    })
    await world.holdingTable(table, async () => {
      await again.press('Enter')
      await expect(again, tab).toHaveAttribute('aria-busy', 'true')
      expect(await below.isVisible(), tab).toBe(true)
    })
    await expect(again).toHaveCount(0)
    await expect(below).toBeVisible()
  }
})

test('a search of a log that is tried again keeps its failure and its focused button until the answer', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Logged Insurance' })
  await (await world.software(id)).send({ kind: 'log', name: 'day.log', content: 'first\nsecond\n' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=downloads&log=day.log`)
  const lines = page.getByRole('region', { name: 'Lines of day.log' })
  await expect(lines).toContainText('second')
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  const again = page.getByRole('button', { name: 'Try again' })
  await world.without('agency_file', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('second')
    await expect(failure).toBeVisible()
  })
  await world.holdingTable('agency_file', async () => {
    await again.press('Enter')
    await expect(again).toHaveAttribute('aria-busy', 'true')
    await expect(again).toBeFocused()
    await expect(failure).toBeVisible()
  })
  await expect(failure).toHaveCount(0)
  await expect(lines.getByText('second')).toBeVisible()
})

test('an order that could not be read keeps its failure while it is read again without being asked to', async ({
  page,
  enter,
  world,
  server,
}) => {
  const { id } = await textingAgency(world, 'Unasked Insurance')
  await controlBandwidth(server, 'fault', { endpoint: 'order', kind: 'status', status: 500 })
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  const order = tab.fact('Order status')
  await expect(order.getByRole('alert')).toBeVisible()
  await controlBandwidth(server, 'fault', { endpoint: 'order', kind: 'hang' })
  const reread = page.waitForRequest(
    (request) => request.postData()?.includes('GetOrderInformation') === true,
  )
  const field = tab.tcr.getByRole('textbox', { name: 'New TCR number' })
  await field.fill('CUNASKED')
  await field.press('Enter')
  await reread
  // At once: an expectation that waits would wait for the failure that comes back.
  expect(await order.innerText()).toContain('Error getting bandwidth order information.')
  await clearBandwidthFaults(server)
})

test('users that cannot be read again stay, and a line below them says so', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Staying Insurance')
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=users`)
  const card = page.getByRole('button', { name: 'Unlock LCK' })
  const alert = page.getByRole('alert').filter({ hasText: 'What is shown may be out of date.' })
  await expect(card).toBeVisible()
  await world.without('agency_user', async () => {
    await page.getByRole('button', { name: 'Reload' }).first().click()
    await expect(alert).toContainText('An error occurred while processing your request')
    await expect(card).toBeVisible()
  })
  await expectAccessibleInBoth(page, 'users not read again')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
})

test('the figures of seats that cannot be read again stay', async ({ page, enter, world }) => {
  const id = await seatAgency(world, { licensed: 3, seats: [{ username: 'ABC' }] })
  await enter(page, await world.person({ permissions: [P.CanAccess, P.SeatManagement] }))
  await page.goto(`/agency-detail/${id}?tab=seatmanagement`)
  const meter = page.getByRole('region', { name: 'Seat usage' })
  await expect(meter).toContainText('3')
  const before = await meter.textContent()
  await world.without('agency_seat', async () => {
    await page.getByRole('button', { name: 'Refresh' }).first().click()
    await expect(page.getByRole('alert').filter({ hasText: 'Error Loading Seats' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Error Loading Seat Usage' })).toBeVisible()
    await expect(meter).toHaveText(before ?? '')
  })
})
