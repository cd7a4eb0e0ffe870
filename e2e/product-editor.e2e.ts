import { products } from '@agency-support/contract/modules/products'
import type { Locator } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { purchase, reportEvents } from './support/marketplace.ts'
import { addProduct, addVendor, checkWhoSees } from './support/products.ts'
import { openRead, recordCalls, returnTo } from './support/screens.ts'
import { loseCookie } from './support/world.ts'
import { makePng } from '../server/test/pictures.ts'

/** The call that creates a product, with the documented template. */
const created = {
  command: 'CreateMarketplaceProduct',
  product: expect.objectContaining({
    id: -1,
    enabled: false,
    overrideAgencies: [],
    itemId: null,
  }) as unknown,
}

/** Fills in what a new product has to have. */
async function fillNew(field: (name: string) => Locator): Promise<void> {
  await field('Product Name').fill('Made Here')
  await field('Provider Name').fill('Harborlight')
  await field('Description').fill('Does something.')
  await field('Vendor').selectOption('Maker')
  await field('Category').selectOption('Harborlight Partner')
  await field('Action Button URL').fill('https://a.example/buy')
  await field('Manage Button URL').fill('https://a.example/manage')
}

test('[PRODUCTS-06] [PROD-EDIT-01] [PROD-EDIT-05] [PROD-EDIT-06] [PROD-EDIT-11] [PROD-EDIT-13] [PROD-EDIT-15] [PROD-EDIT-16] [PROD-EDIT-21] [PROD-NEW-01] [PROD-NEW-02] [PROD-NEW-03] [PROD-NEW-05] a product is created and managed, and shown once', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  await addVendor(page, { name: 'Maker' })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Application' }).click()
  await expect(page).toHaveURL(/\/products\/-1$/)
  await expect(page.getByRole('heading', { level: 1, name: 'New Product' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Settings'])
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field('Action Button Label')).toHaveValue('Buy Now')
  await expect(field('Manage Button Label')).toHaveValue('Manage')
  const terms = page.getByRole('textbox', { name: /^Terms and Conditions/ })
  await expect(terms).toHaveCount(2)
  for (const one of await terms.all()) await expect(one).toBeDisabled()
  await field('Product Name').fill('Typed')
  await field('Product Name').fill('')
  await field('Provider Name').focus()
  await expect(page.getByText('This field is required.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await expect(page.getByText('This field is required.')).toHaveCount(7)
  await expect(page.getByRole('alert')).toHaveText(
    '7 fields need your attention: Product Name, Provider Name, Vendor, Category, Description, Action Button URL, Manage Button URL.',
  )
  await expect(field('Product Name')).toBeFocused()
  await expectAccessibleInBoth(page, 'new product')
  await fillNew(field)
  const calls = recordCalls(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible()
  expect(calls.map((body) => JSON.parse(body) as unknown)).toContainEqual(created)
  await expect(page).toHaveURL(/\/newProductCreated$/)
  await expect(page.getByText('Made Here has been created successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Manage Product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Made Here' })).toBeVisible()
  for (const comeBack of [() => page.goBack(), () => page.reload()]) {
    await comeBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Whoops!' })).toBeVisible()
    await expect(page.getByText('Something went wrong!')).toBeVisible()
  }
  await page.goto('/products/999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  await expect(page.getByText('No product has the number 999999.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/products')
})

test('[PRODUCTS-05] [PROD-EDIT-02] [PROD-EDIT-04] [PROD-EDIT-14] [PROD-EDIT-23] [MKT-20] [MKT-35] [MKT-38] each form of a product is saved by itself, and what is typed in another stays', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  await addProduct(page, 'Edited Rater', await addVendor(page, { name: 'Editor' }))
  await page.goto('/products?q=edited')
  await page.getByRole('link', { name: 'Edited Rater' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edited Rater' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Availability', 'Settings', 'Data', 'Logo'])
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await field('Overrides').fill('8951, x, 6938 99999998')
  await expect(page.getByText('Ignored: x')).toBeVisible()
  await expect(page.getByText('Hidden from all agencies except these 3.')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Overridden agencies' }).getByRole('listitem')
  await expect(chips).toHaveText([/^00006938 \w/, /^00008951 \w/, '99999998 (unknown agency)'])
  await checkWhoSees(page, '6938', /does not see this product\. Hidden by the global status.*unsaved changes/)
  await expect(save).toBeEnabled()
  await expectAccessibleInBoth(page, 'availability')
  await page.getByRole('tab', { name: /^Settings/ }).click()
  await expect(field('Vendor')).toBeDisabled()
  await expect(field('Enable Vendor Write')).toBeDisabled()
  await field('Description').fill('Other words.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Product saved')).toBeVisible()
  await page.getByRole('tab', { name: /^Availability/ }).click()
  await expect(field('Overrides')).toHaveValue('8951, x, 6938 99999998')
  await save.click()
  await expect(field('Overrides')).toHaveValue('6938, 8951, 99999998')
  await expect(save).toBeDisabled()
  await checkWhoSees(page, '6938', /00006938 sees this product\. Visible by an override: [^.]*\.$/)
  await field('Agency Id').fill('99999998')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is no agency 99999998.' })).toBeVisible()
  await page.getByRole('tab', { name: 'Data' }).click()
  const calls = recordCalls(page)
  const saves = () => calls.filter((body) => /"command":"(Set|Save|Update)/.test(body))
  await field('Data Sharing Opt In').check()
  await expect(page.getByRole('tab', { name: /^Data/ })).toHaveText('Data ●')
  expect(saves()).toEqual([])
  await save.click()
  await expect(page.getByRole('tab', { name: 'Data', exact: true })).toHaveText('Data')
  expect(saves()).toEqual([expect.stringMatching(/"SetMarketplaceDataSharing",.*"dataSharingOptIn":true\b/)])
  await page.reload()
  await expect(field('Data Sharing Opt In')).toBeChecked()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(field('Description')).toHaveValue('Other words.')
})

/** Confirms the refresh of a secret, which waits for the whole name of the product. */
async function confirmByName(question: Locator): Promise<void> {
  const confirm = question.getByRole('button', { name: 'Refresh secret key' })
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Picture')
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Pictured')
  await confirm.click()
}

test('[PROD-EDIT-06] [PROD-EDIT-07] [PROD-EDIT-08] [MKT-22] [MKT-23] [MKT-24] [MKT-40] the secret that is shown once, and the end of a product', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const vendor = await addVendor(page, { name: 'Pictures', email: 'api@pictures.example' })
  const id = await addProduct(page, 'Pictured', vendor)
  await page.goto(`/products/${id}?part=data`)
  const resend = page.getByRole('button', { name: 'Resend' })
  await expect(resend).toBeDisabled()
  await expect(resend).toHaveAccessibleDescription('This product has no API credentials.')
  await page.getByRole('button', { name: 'Refresh secret key' }).click()
  const question = page.getByRole('alertdialog')
  await confirmByName(question)
  const shown = page.getByRole('dialog', { name: 'New secret key' })
  await expect(shown).toHaveCSS('width', '500px')
  await expect(shown.getByRole('button', { name: /^Copy/ })).toBeVisible()
  const secret = await shown.locator('code').innerText()
  expect(secret.length).toBeGreaterThan(40)
  await expectAccessibleInBoth(page, 'secret')
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(`••••••••${secret.slice(-4)}`)).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await resend.click()
  await expect(page.getByText('API credentials sent')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Delete this product?')
  const calls = recordCalls(page)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pictured' })).toBeVisible()
  expect(calls.filter((body) => body.includes('DeleteMarketplaceProduct'))).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(page.getByRole('link', { name: 'Pictured' })).toHaveCount(0)
})

test('[PROD-EDIT-09] [PROD-EDIT-10] [PROD-EDIT-12] [PROD-EDIT-36] [MKT-22] [MKT-37] what fails is said beside its button, and Close leads to the list', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/vendors')
  const vendor = await addVendor(page, { name: 'Failer' })
  const id = await addProduct(page, 'Failing Rater', vendor)
  await addProduct(page, 'Taken Rater', vendor)
  await reportEvents(await world.software(await world.agency()), purchase(id))
  const failed = (button: string) =>
    page.getByRole('button', { name: button, exact: true }).locator('..').getByRole('alert')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const changes = {
    availability: () => page.getByRole('radio', { name: 'Enabled', exact: true }).check(),
    settings: () => page.getByLabel('Description', { exact: true }).fill('Never stored.'),
    data: () => page.getByLabel('Data Sharing Opt In', { exact: true }).check(),
    logo: () =>
      page.locator('input[type=file]').setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: makePng({ width: 300, height: 150 }),
      }),
  }
  for (const [part, change] of Object.entries(changes)) {
    await page.goto(`/products/${id}?part=${part}`)
    await change()
    const button = part === 'logo' ? 'Upload' : 'Save'
    await world.without('journal', async () => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(failed(button)).toHaveText('Something went wrong')
      await expect(failed(button)).toHaveCSS('color', 'rgb(179, 38, 30)')
    })
  }
  await page.goto(`/products/${id}?part=settings`)
  await page.getByLabel('Product Name', { exact: true }).fill('taken RATER')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(failed('Save')).toHaveText('Product already exists.')
  await expect(failed('Save')).toHaveCSS('color', 'rgb(179, 38, 30)')
  for (const address of ['-1', ...Object.keys(changes).map((part) => `${id}?part=${part}`)]) {
    await page.goto(`/products/${address}`)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page).toHaveURL('/products')
  }
  await page.goto(`/products/${id}`)
  await expect(heading('Failing Rater')).toBeVisible()
  await world.without('product', () => checkWhoSees(page, '8951', 'Something went wrong', 'alert'))
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toHaveCSS('width', '500px')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(failed('Delete')).toHaveText('This product has 1 subscribed agencies.')
  await expect(failed('Delete')).toHaveCSS('color', 'rgb(179, 38, 30)')
  await expect(heading('Failing Rater')).toBeVisible()
})

test('[PROD-EDIT-03] [PROD-NEW-04] a product is missed only once the load has answered, and its creation loads both lists', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  const missing = page.getByRole('heading', { level: 1, name: 'Product not found' })
  await world.holdingTable('product', async () => {
    await page.goto('/products/999999')
    await expect(page.getByText('Loading product…')).toBeAttached()
    await expect(missing).toHaveCount(0)
  })
  await expect(missing).toBeVisible()
  const calls = recordCalls(page)
  await page.goto('/newProductCreated')
  await expect
    .poll(() => calls.map((body) => (JSON.parse(body) as { command?: string }).command))
    .toEqual(expect.arrayContaining(['GetVendors', 'ListMarketplaceProducts']))
})

test('what was typed into a product or a vendor is offered back after a session that ended', async ({
  page,
  world,
  enter,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person({ permissions: [2000, 2001] })
  await enter(page, person)
  await page.goto('/vendors')
  const id = await addProduct(page, 'Kept Rater', await addVendor(page, { name: 'Keeper' }))
  const save = page.getByRole('button', { name: 'Save' })
  const comeBack = async (title: string) => {
    await loseCookie(world, person)
    await save.click()
    await returnTo(page, person, title)
  }
  const description = page.getByLabel('Description', { exact: true })
  await openRead(page, `/products/${id}?part=settings`, products.vendors, products.integrationProducts)
  await description.fill('Half a description.')
  await page.getByLabel('Email Notifications', { exact: true }).check()
  await comeBack('Kept Rater')
  await expect(description).toHaveValue('Kept Rater does something.')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(description).toHaveValue('Half a description.')
  await expect(page.getByLabel('Email Notifications', { exact: true })).toBeChecked()
  await save.click()
  await expect(page.getByText('Product saved')).toBeVisible()
  await page.reload()
  await expect(description).toHaveValue('Half a description.')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  await openRead(page, '/products', products.integrationProducts)
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  const open = page.getByRole('button', { name: 'Create New Vendor' })
  await open.click()
  await dialog.getByLabel('Vendor Name').fill('Half a Vendor')
  await comeBack('Products')
  await open.click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByLabel('Vendor Name')).toHaveValue('Half a Vendor')
  await expectAccessibleInBoth(page, 'vendor dialog')
  await save.click()
  await expect(page.getByText('Vendor Half a Vendor created')).toBeVisible()
})

test('a name without a blank stays within its screen and its questions', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/vendors')
  const name = 'Longest'.repeat(14)
  const id = await addProduct(page, name, await addVendor(page, { name: 'Long Winded' }))
  await page.setViewportSize({ width: 1280, height: 800 })
  const question = page.getByRole('alertdialog').locator('form')
  // A string, because it runs in the page.
  const isWithin = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(
    document.querySelector('[role=alertdialog] form'))`
  await page.goto(`/products/${id}?part=data`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectNoSidewaysScroll(page, 'a long name')
  for (const act of ['Delete', 'Refresh secret key']) {
    await page.getByRole('button', { name: act }).click()
    await expect(question).toContainText(name)
    expect(await page.evaluate(isWithin), act).toBe(true)
    await page.keyboard.press('Escape')
  }
})
