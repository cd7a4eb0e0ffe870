import type { Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import type { AgencySoftware } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import {
  addProduct,
  confirmed,
  marketplaceTab,
  optedIn,
  purchase,
  registered,
  reportEvents,
} from './support/marketplace.ts'
import { standsFor } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { confirmBy, signInLongAgo, whoIsIt } from './support/second-factor.ts'
import { agent, password } from './support/world.ts'

test('[MARKET-01] [MARKET-03] [MARKET-07] [MKT-14] [MKT-16] [MKT-46] [MKT-47] the tab shows registrations and products, and an expired one is reactivated', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Market Insurance', isOnline: true })
  const own = await addProduct(world, `Mail ${id}`, { providerName: 'Acme Inc' })
  await addProduct(world, `Hidden ${id}`, { enabled: false })
  const software = await world.software(id)
  await reportEvents(
    software,
    registered('AAA', 30),
    confirmed('BBB'),
    registered('DDD', -11),
    registered('CCC', -12),
    purchase(own),
    optedIn(own),
  )
  await enter(page, agent)
  const tab = marketplaceTab(page)
  await tab.open(id)
  const { registrations, products } = tab
  const headers = registrations.getByRole('columnheader')
  await expect(headers).toHaveText([/Initials/, /Email/, /Status/, /Code/, /Actions/])
  await expect(registrations.getByRole('rowheader')).toHaveText(['CCC', 'DDD', 'AAA', 'BBB'])
  const row = (initials: string) => registrations.getByRole('row', { name: initials })
  await expect(row('AAA')).toContainText(/Pendingexpires in (39|40) min.*code-AAA/)
  await expect(row('BBB')).toContainText('Registered')
  await expect(row('BBB')).not.toContainText('code')
  await expect(row('CCC')).toContainText('Expired')
  await expect(registrations.getByRole('button', { name: /^Reactivate/ })).toHaveCount(2)
  await expect(registrations.getByRole('combobox', { name: 'Rows per page' })).toHaveCount(0)

  await test.step('every product stands there, and the search looks at product and provider', () =>
    lookAtProducts(products, id))
  await expectAccessibleInBoth(page, 'marketplace')

  await registrations.getByRole('button', { name: 'Reactivate CCC' }).press('Enter')
  await expect(page.getByText('Registration reactivated.')).toBeVisible()
  await expect(row('CCC')).toContainText(/Pendingexpires in (19|20) min.*code-CCC/)
  await expect(registrations.getByRole('button', { name: /^Reactivate/ })).toHaveCount(1)
  // In its place the next row would take a second press.
  await expect(registrations.getByRole('rowheader')).toHaveText(['CCC', 'DDD', 'AAA', 'BBB'])
  await expect(row('CCC').locator(':focus')).toHaveCount(1)

  await test.step('the eleventh stands on a page of its own', async () => {
    await reportEvents(
      software,
      ...['EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ', 'KKK'].map((who) => registered(who, 30)),
    )
    await tab.open(id)
    await expect(registrations.getByRole('rowheader')).toHaveCount(10)
    await registrations.getByRole('button', { name: 'Next' }).first().click()
    await expect(registrations.getByRole('rowheader')).toHaveText(['BBB'])
  })
})

test('[MKT-46] products do not wait for late registrations, which then move nothing', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Late Registrations Insurance' })
  await addProduct(world, `Prompt ${id}`)
  await reportEvents(await world.software(id), registered('AAA', 30))
  await page.setViewportSize({ width: 1280, height: 1800 })
  await enter(page, agent)
  const tab = marketplaceTab(page)
  const placed = await world.holdingTable('marketplace_registration', async () => {
    await tab.open(id)
    await expect(tab.products.getByRole('row', { name: `Prompt ${id}` })).toBeVisible()
    return placedControls(page)
  })
  await expect(tab.registrations.getByRole('rowheader')).toHaveText(['AAA'])
  await expectStill(placed, 'registrations that come late')
})

async function lookAtProducts(products: Locator, id: number): Promise<void> {
  await expect(products.getByRole('columnheader')).toHaveText([
    /Product/,
    /Provider/,
    /Visibility/,
    /Opt-in/,
    /Subscription/,
  ])
  const product = (name: string) => products.getByRole('row', { name: `${name} ${id}` })
  await expect(product('Mail').getByRole('cell')).toHaveText([
    'Acme Inc',
    'Visible',
    'Yes, Ann Lee (ANN), Mar 2nd 2026 10:04:05 am',
    'Subscribed Mar 1st 2026 9:00:00 am',
  ])
  await expect(product('Hidden').getByRole('cell')).toHaveText([
    'Harborlight',
    'Hidden',
    'No',
    'Not subscribed',
  ])
  const sizes = products.getByRole('combobox', { name: 'Rows per page' }).first().locator('option')
  await expect(sizes).toHaveText(['25', '50', '100'])
  const search = products.getByRole('textbox', { name: 'Search' })
  await search.fill('acme INC')
  await expect(product('Mail')).toBeVisible()
  await search.fill(`hidden ${id}`)
  await expect(products.getByRole('rowheader')).toHaveText([`Hidden ${id}`])
  await search.fill('no such product')
  await expect(products).toContainText('No Results')
}

test('[AG-DETAIL-13] [MARKET-10] [MKT-05] [MKT-14] Marketplace is the tab before History, and only a test agency can be reset', async ({
  page,
  enter,
  world,
}) => {
  const last = await world.agency({ id: 89_999_999, name: 'Last Insurance', isOnline: true })
  const first = await world.agency({ id: 90_000_000, name: 'First Test' })
  await enter(page, agent)
  const { open, reset, registrations } = marketplaceTab(page)
  await open(last)
  await expect(registrations).toContainText('No data')
  const tabs = page.getByRole('tab')
  expect((await tabs.allInnerTexts()).slice(-2)).toEqual(['Marketplace', 'History'])
  await expect(reset).toHaveCount(0)
  await open(first)
  await expect(reset).toContainText(
    'You do not have permission to edit agency information. Please contact your manager for assistance.',
  )
  await expect(reset.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await expectReasons(page, 'reset without permission')
})

/** Two registrations, a subscription and two client files. */
async function reportEverything(software: AgencySoftware, product: number): Promise<void> {
  await reportEvents(software, registered('AAA', 30), confirmed('BBB'), purchase(product))
  for (const clientId of ['00000001', '00000002'])
    await software.send({ kind: 'client', clientId, name: `${clientId}.cms`, location: 0, content: 'x' })
}

/** Ticks a box, which moves neither the box nor the button below. */
async function checkInPlace(reset: Locator, box: Locator): Promise<void> {
  const places = () =>
    Promise.all([box, reset.getByRole('button', { name: 'Reset' })].map((one) => one.boundingBox()))
  await box.hover()
  const before = await places()
  await box.check()
  expect(await places()).toEqual(before)
}

/** Ticks the domains, which cannot stay without the agency storage. */
async function expectOnlyWithStorage(reset: Locator, domains: Locator): Promise<void> {
  const storage = reset.getByRole('checkbox', { name: /^Cloud data/ })
  await domains.check()
  await storage.uncheck()
  await expect(domains).toBeDisabled()
  await expect(domains).not.toBeChecked()
  await expect(reset).not.toContainText('from the cloud')
  await storage.check()
  await expect(domains).not.toBeChecked()
  await domains.check()
}

test('[MARKET-12] [MARKET-21] [MKT-10] [MKT-50] [MKT-52] a test agency is reset by typing its id, and what is left is seen live', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ id: 90_000_010, name: 'Reset Insurance' })
  await reportEverything(await world.software(id), await addProduct(world, `Reset ${id}`))
  const person = await world.person({ permissions: [2000, 2006] })
  await enter(page, person)
  await signInLongAgo(world, person)
  const tab = marketplaceTab(page)
  await tab.open(id)
  const { reset, registrations, products } = tab
  const box = (name: string | RegExp) => reset.getByRole('checkbox', { name })
  const domains = box(/^Clear the domains too/)
  await expect(reset.getByRole('combobox', { name: 'Initials' }).locator('option')).toHaveText([
    'All',
    'AAA',
    'BBB',
  ])
  await expect(reset.getByRole('combobox', { name: 'Product' }).locator('option')).toHaveText([
    'All',
    `Reset ${id}`,
  ])
  await expect(reset.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await expect(domains).toBeDisabled()
  await box('Registration').check()
  await box('Subscription').check()
  await checkInPlace(reset, box(/^Cloud data/))
  await expectOnlyWithStorage(reset, domains)
  await expect(reset).toContainText('Removes 2 registrations.')
  await expect(reset).toContainText('Removes 2 client files from the cloud')
  await expectAccessibleInBoth(page, 'agency reset')
  await reset.getByRole('button', { name: 'Reset' }).click()
  const sure = tab.question.getByRole('button', { name: 'Reset' })
  await expect(sure).toBeDisabled()
  await expect(tab.question).toContainText('Removes 2 client files from the cloud')
  await expectAccessible(page, 'asked for the agency id')
  await tab.question.getByRole('textbox').fill(String(id))
  await sure.click()
  await expect(whoIsIt(page)).toBeVisible()
  await confirmBy(page, 'Password', password)
  await expect(
    page.getByText('Agency reset triggered. Please allow 5-10 minutes for cloud data to be reset.'),
  ).toBeVisible()
  await expect(registrations).toContainText('No data')
  await expect(products.getByRole('row', { name: `Reset ${id}` })).toContainText('Not subscribed')
  await expect(reset).toContainText(`Cloud data: 2 files removed, ended`)
  await expect(reset).toContainText(`asked for by ${person}`)
  await test.step('[MARKET-14] with All as the single option neither box can be ticked', async () => {
    await expect(box('Registration')).toBeDisabled()
    await expect(box('Subscription')).toBeDisabled()
    await expect(box(/^Cloud data/)).not.toBeChecked()
    await expect(reset.locator(':focus')).toHaveCount(1)
  })
  await expectReasons(page, 'nothing to reset')
})

test('[MARKET-22] [MKT-10] [MKT-46] [MKT-51] the parts load apart, and a failed reset says for 10000 ms what failed and keeps the choice', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ id: 90_000_020, name: 'Failing Insurance' })
  const own = await addProduct(world, `Failing ${id}`)
  await reportEvents(await world.software(id), registered('AAA', 30), purchase(own))
  await page.clock.install()
  await enter(page)
  const { open, registrations, products, reset, question } = marketplaceTab(page)
  await world.without('marketplace_registration', async () => {
    await open(id)
    await expect(registrations).toContainText('Something went wrong')
    await expect(products.getByRole('row', { name: `Failing ${id}` })).toContainText('Subscribed')
    await expect(reset.getByRole('checkbox', { name: 'Subscription' })).toBeEnabled()
    await expect(reset).toContainText('RegistrationThe list above is not loaded.')
  })
  await registrations.getByRole('button', { name: 'Try again' }).click()
  await expect(registrations.getByRole('rowheader')).toHaveText(['AAA'])
  await world.without('product_override', async () => {
    await open(id)
    await expect(products).toContainText('Something went wrong')
    await expect(registrations.getByRole('rowheader')).toHaveText(['AAA'])
  })
  await reset.getByRole('checkbox', { name: 'Registration' }).check()
  await world.without('marketplace_registration', async () => {
    await reset.getByRole('button', { name: 'Reset' }).click()
    await question.getByRole('textbox').fill(String(id))
    await page.clock.pauseAt(Date.now() + 60_000)
    await question.getByRole('button', { name: 'Reset' }).click()
    await standsFor(page, 'Registration reset failed (Internal Server Error).', 10_000)
  })
  await expect(reset.getByRole('checkbox', { name: 'Registration' })).toBeChecked()
})
