import { products } from '@agency-support/contract/modules/products'
import { expect, test } from './support/fixture.ts'
import { addProduct, addVendor, callProducts } from './support/products.ts'
import { recordCalls } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { makePng } from '../server/test/pictures.ts'
import { productSettings } from '../server/test/products.ts'

test('[PROD-EDIT-29] [PROD-EDIT-30] Save of Availability waits for a valid change of status, set or version', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const productId = await addProduct(page, 'Seldom Changed', await addVendor(page, { name: 'Steady' }))
  const saved = { productId, enabled: true, overrideAgencies: [6938, 8951], minimumCMSVersion: '5.1.2' }
  await callProducts(page, products.saveAvailability, saved)
  await page.goto(`/products/${productId}?part=availability`)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const [overrides, version] = [field('Overrides'), field('Minimum CMS Version')]
  const save = page.getByRole('button', { name: 'Save' })
  const expectWaits = async (reason: string) => {
    await expect(save).toBeDisabled()
    await expect(save).toHaveAccessibleDescription(reason)
  }
  const unchanged = 'Nothing has changed.'
  await expect(overrides).toHaveValue('6938, 8951')
  await expectWaits(unchanged)
  await field('Disabled').check()
  await expect(save).toBeEnabled()
  await field('Enabled').check()
  await expectWaits(unchanged)
  await overrides.fill('8951, 6938, 6938')
  await expectWaits(unchanged)
  await overrides.fill('8951')
  await expect(save).toBeEnabled()
  await overrides.fill('6938, 8951')
  await expectWaits(unchanged)
  await version.fill('5.1')
  await expect(save).toBeEnabled()
  await version.fill('5..1')
  await expectWaits('Correct the marked fields.')
  await field('Disabled').check()
  await expectWaits('Correct the marked fields.')
  await version.fill('5.1.2')
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText('Product saved')).toBeVisible()
  await expectWaits(unchanged)
})

test('[MKT-38] the editor loads the product and both of its lists at once; a list that is missing is shown at its field', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/vendors')
  const id = await addProduct(page, 'Loaded Rater', await addVendor(page, { name: 'Loader' }))
  const calls = recordCalls(page)
  await page.goto(`/products/${id}?part=availability`)
  await expect
    .poll(() => calls.map((body) => (JSON.parse(body) as { command?: string }).command))
    .toEqual(
      expect.arrayContaining(['GetMarketplaceProduct', 'GetVendors', 'ListMarketplaceIntegrationProducts']),
    )
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const again = page.getByRole('button', { name: 'Try again' })
  for (const [table, label] of [
    ['vendor', 'Vendor'],
    ['integration_item', 'Marketplace Item Mapping'],
  ] as const) {
    await world.without(table, async () => {
      await page.goto('/products/-1')
      await expect(field(label)).toHaveAccessibleDescription(/Something went wrong/)
    })
    await field('Product Name').fill('Half a name')
    await again.click()
    await expect(again).toHaveCount(0)
    await expect(field(label)).not.toHaveAccessibleDescription(/Something went wrong/)
    await expect(field('Product Name')).toHaveValue('Half a name')
    await field('Product Name').fill('')
  }
  await expect(field('Vendor').locator('option', { hasText: 'Loader' })).toHaveCount(1)
})

test('[MKT-36] what is typed while a form is saved stays; what a colleague saved meanwhile stands under the form', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const vendorId = await addVendor(page, { name: 'Racer' })
  const id = await addProduct(page, 'Raced Rater', vendorId)
  await page.goto(`/products/${id}?part=settings`)
  const description = page.getByLabel('Description', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  await description.fill('First words.')
  await world.holdingTable('product', async () => {
    await save.click()
    await description.fill('First words, and more.')
  })
  await expect(page.getByText('Product saved')).toBeVisible()
  await expect(description).toHaveValue('First words, and more.')
  await expect(page.getByRole('tab', { name: 'Settings ●' })).toBeVisible()
  const theirs = { ...productSettings('Raced Rater', vendorId), id, description: 'Their words.' }
  await callProducts(page, products.update, { product: theirs })
  await save.scrollIntoViewIfNeeded()
  const before = await save.boundingBox()
  await save.click()
  const notice = page.getByRole('status').filter({ hasText: 'saved this form at' })
  await expect(notice).toContainText(
    /admin@support\.test saved this form at \d\d\/\d\d\/\d{4} .*Description: Their words\. now, yours First words, and more\./,
  )
  await expect(description).toHaveValue('First words, and more.')
  await expect(notice).toBeInViewport({ ratio: 1 })
  await expect(save).toBeEnabled()
  expect(await save.boundingBox()).toEqual(before)
  await save.click()
  await expect(notice).toHaveCount(0)
  await expect(description).toHaveValue('First words, and more.')
  await expect(page.getByRole('tab', { name: 'Settings', exact: true })).toBeVisible()
})

test('a logo whose upload fails leaves its buttons where they are', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.goto('/vendors')
  const productId = await addProduct(
    page,
    'Still Pictured',
    await addVendor(page, { name: 'Still Pictures' }),
  )
  await page.goto(`/products/${productId}?part=logo`)
  const buffer = makePng({ width: 300, height: 150 })
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const upload = page.getByRole('button', { name: 'Upload' })
  await expect(upload).toBeEnabled()
  const before = await placedControls(page)
  await world.without('journal', async () => {
    await upload.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  })
  await expectStill(before, 'the upload of a logo failed')
})

test('what is typed at once into a question goes to its field, and a blank is no answer', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const productId = await addProduct(page, 'Typed At Once', await addVendor(page, { name: 'Fast Typist' }))
  await page.goto(`/products/${productId}?part=data`)
  await page.getByRole('button', { name: 'Refresh secret key' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.type('Typed At Once')
  await expect(question.getByRole('textbox')).toHaveValue('Typed At Once')
  await expect(question.getByRole('button', { name: 'Refresh secret key' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
})

test('a chosen logo stays while another form is shown, and is not lost by leaving without a question', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const productId = await addProduct(page, 'Kept Picture', await addVendor(page, { name: 'Kept Pictures' }))
  await page.goto(`/products/${productId}?part=logo`)
  const buffer = makePng({ width: 300, height: 150 })
  const close = page.getByRole('tabpanel').getByRole('button', { name: 'Close' })
  const field = page.locator('input[type=file]')
  await field.setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer })
  const chosen = page.getByRole('img', { name: 'The chosen logo' })
  await expect(chosen).toBeVisible()
  await page.getByRole('tab', { name: 'Data' }).click()
  await expect(chosen).toHaveCount(0)
  await page.getByRole('tab', { name: 'Logo ●' }).click()
  await expect(chosen).toBeVisible()
  await expect(field).toHaveValue(/new\.png$/)
  await close.click()
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Logo uploaded')).toBeVisible()
  await expect(field).toHaveValue('')
  await close.click()
  await expect(page).toHaveURL('/products')
})
