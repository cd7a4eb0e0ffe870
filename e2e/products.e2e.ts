import { products } from '@agency-support/contract/modules/products'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { addProduct, addVendor, callProducts } from './support/products.ts'
import { recordCalls } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'
import { admin, agent } from './support/world.ts'

test('[PRODUCTS-01] [PRODUCTS-02] [PRODUCTS-03] [PRODUCTS-07] [MKT-12] the products: help, columns, order and search', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const zeta = await addVendor(page, { name: 'Zeta Works' })
  const acme = await addVendor(page, { name: 'Acme Works' })
  const rater = await addProduct(page, 'Listed Rater', zeta)
  const shown = await addProduct(page, 'Listed Vault', acme)
  const availability = { productId: shown, enabled: true, overrideAgencies: [], minimumCMSVersion: '' }
  await callProducts(page, products.saveAvailability, availability)
  const calls = recordCalls(page)
  await page.goto('/products?q=listed')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page).toHaveTitle(/\bProducts\b/)
  await expect(page.getByRole('button', { name: /^Create New/ })).toHaveText([
    'Create New Vendor',
    'Create New Application',
  ])
  await page.getByRole('button', { name: 'Help: Products' }).click()
  await expect(page.getByRole('note', { name: 'Help: Products' })).toContainText('marketplace applications')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader')).toHaveText(['Vendor', 'Product', 'Marketplace Visibility'])
  await expect(page.getByLabel('Rows per page').locator('option')).toHaveText(['25', '50', '100'])
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows).toHaveText([/Acme Works.*Listed Vault.*Enabled/, /Zeta Works.*Listed Rater.*Disabled/])
  await expect
    .poll(() => {
      const commands = calls.map((body) => (JSON.parse(body) as { command?: string }).command)
      // A live hint of the creation may cause refetches.
      return [...new Set(commands.filter((command) => command?.match(/Vendors$|Products$/)))]
    })
    .toEqual(['GetVendors', 'ListMarketplaceProducts', 'ListMarketplaceIntegrationProducts'])
  await expectAccessibleInBoth(page, 'products')
  await page.getByRole('textbox', { name: 'Search' }).fill('no such product')
  await expect(page.getByText('No Results')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('listed rat')
  await page.getByRole('option', { name: /^Listed Rater/ }).click()
  await expect(page).toHaveURL(`/products/${rater}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Listed Rater' })).toBeVisible()
})

/** Finds the vendor in the palette as a person who may not open products, which are then not even requested. */
async function findBrightside(page: Page) {
  const calls = recordCalls(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('brights')
  await page.getByRole('option', { name: /^Brightside/ }).click()
  await expect(page).toHaveURL('/vendors?q=Brightside')
  await expect(page.locator('tbody tr[data-row]')).toContainText('api@brightside.example')
  expect(calls.filter((body) => body.includes('ListMarketplaceProducts'))).toEqual([])
}

async function fillBrightside(dialog: Locator): Promise<void> {
  const values = {
    'Zip Code': '68102',
    'Vendor Email': 'api@brightside.example',
    'Address Line 1': 'Brightside Inc.',
    'Address Line 2': '1 Main St',
    'Address Line 3': 'Suite 4',
    City: 'Omaha',
    State: 'NE',
  }
  for (const [name, value] of Object.entries(values))
    await dialog.getByLabel(name, { exact: true }).fill(value)
  const name = dialog.getByLabel('Vendor Name', { exact: true })
  await name.fill(' ')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await name.fill('Brightside')
}

/** The address of Brightside in its row: a line for each of the three. */
async function expectAddress(row: Locator): Promise<void> {
  expect((await row.getByRole('cell').nth(1).innerText()).split('\n')).toEqual([
    'Brightside Inc.',
    '1 Main St',
    'Suite 4',
  ])
}

/** The key for the next row goes to the row's only control. */
async function expectFocusByKey(row: Locator): Promise<void> {
  await row.page().keyboard.press('j')
  await expect(row.getByRole('button', { name: 'Copy email api@brightside.example' })).toBeFocused()
}

/** Closes the dialog and what was typed in it. */
async function discard(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.page().getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
}

/** Saves a vendor whose name is taken. */
async function expectTaken(dialog: Locator, name: string): Promise<void> {
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Vendor Name', { exact: true }).fill(name)
  await save.click()
  const refused = save.locator('..').getByRole('alert')
  await expect(refused).toHaveText('Vendor already exists.')
  await expect(refused).toHaveCSS('color', 'rgb(179, 38, 30)')
}

test('[VENDORS-01] [VENDORS-02] [VENDORS-04] [VENDORS-05] [VENDORS-06] [VENDORS-11] [VENDORS-12] [MKT-22] [MKT-37] [MKT-45] a vendor is added in the dialog and stands in the list', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveCSS('width', '600px')
  await expect(dialog.getByRole('textbox')).toHaveCount(8)
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await field('Vendor Name').fill('Brightside')
  await field('Zip Code').fill('12-3')
  await field('Vendor Email').fill('api@')
  await expect(dialog.getByText('Invalid e-mail')).toBeHidden()
  await save.click()
  await expect(dialog.getByText('Invalid e-mail')).toBeVisible()
  await expect(dialog.getByText('This field only accept numbers')).toBeVisible()
  await expect(save).toBeDisabled()
  await expectAccessibleInBoth(page, 'vendor dialog')
  await fillBrightside(dialog)
  const calls = recordCalls(page)
  await world.holdingTable('vendor', async () => {
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
  })
  await expect(dialog).toBeHidden()
  const asked = () => calls.map((body) => JSON.parse(body) as { command?: string })
  await expect.poll(() => asked().map(({ command }) => command)).toContain('GetVendors')
  expect(asked()).toContainEqual({
    command: 'CreateMarketplaceVendor',
    vendor: expect.objectContaining({ id: -1, enabled: false, name: 'Brightside' }),
  })
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  await expectTaken(dialog, 'BRIGHTSIDE')
  await discard(dialog)

  await enter(page, agent)
  await page.goto('/vendors?q=brightside')
  await expect(page.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Address', 'City', 'State'])
  await expect(page.getByLabel('Rows per page').locator('option')).toHaveText(['25', '50', '100'])
  const row = page.locator('tbody tr[data-row]')
  await expect(row).toHaveText(
    /Brightside.*api@brightside.example.*Brightside Inc\..*1 Main St.*Suite 4.*Omaha.*NE/,
  )
  await expectAddress(row)
  await expectFocusByKey(row)
  await expectAccessibleInBoth(page, 'vendors')
  await findBrightside(page)
  await page.goto('/products')
  await expect(page).toHaveURL(/\/unauthorized/)
})

test('[PRODUCTS-04] [PRODUCTS-08] [VENDORS-03] a list that cannot be read says so in its place', async ({
  page,
  world,
  enter,
  expectErrors,
}) => {
  expectErrors(/ 500 .*\/application\/request/)
  await enter(page)
  await world.without('vendor', async () => {
    for (const address of ['/products', '/vendors']) {
      await page.goto(address)
      await expect(page.getByRole('table').getByRole('alert')).toHaveText('Something went wrong')
    }
  })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Something went wrong')).toBeHidden()
})

test('[PRODUCTS-04] [VENDORS-03] an installation without products and vendors says No data', async ({
  page,
}) => {
  const empty = await startServerProcess()
  try {
    await signIn(page.context(), empty.origin, admin)
    for (const [address, heading] of [
      ['/products', 'Products'],
      ['/vendors', 'Vendors'],
    ] as const) {
      await page.goto(`${empty.origin}${address}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('table')).toContainText('No data')
      await expect(page.locator('tbody tr[data-row]')).toHaveCount(0)
    }
  } finally {
    await page.goto('about:blank')
    await empty.stop()
  }
})

test('the buttons of the dialog for a vendor are in view in a low window, and cover no field that has the focus', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(dialog.getByLabel('Vendor Name')).toBeFocused()
  await expect(save).toBeInViewport({ ratio: 1 })
  const top = (await save.boundingBox())?.y ?? 0
  for (const _ of Array.from({ length: 7 })) {
    await page.keyboard.press('Tab')
    const field = await dialog.locator(':focus').boundingBox()
    expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(top)
  }
})
