import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, addVendor } from './support/products.ts'
import { makePng } from '../server/test/pictures.ts'

test('[PROD-EDIT-31] [PROD-EDIT-32] [PROD-EDIT-35] [MKT-44] a logo is checked before it is uploaded, and shown then', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/vendors')
  const id = await addProduct(page, 'Drawn', await addVendor(page, { name: 'Drawings' }))
  await page.goto(`/products/${id}?part=logo`)
  await expect(page.getByText('The logo must be a .png of 300W x 150H.')).toBeVisible()
  const upload = page.getByRole('button', { name: 'Upload' })
  const chooseBytes = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  const choose = (width: number) => chooseBytes(makePng({ width, height: 150 }))
  const chosen = page.getByRole('img', { name: 'The chosen logo' })
  await expect(upload).toBeDisabled()
  await expect(upload).toHaveAccessibleDescription('Choose a file first.')
  await choose(300)
  await expect(chosen).toBeVisible()
  await choose(299)
  await expect(page.getByText('Invalid image size. Image must be 300 x 150.')).toBeVisible()
  await expect(upload).toBeDisabled()
  await expect(upload).toHaveAccessibleDescription('Choose another file.')
  await expect(chosen).toHaveCount(0)
  // A valid header without an image after it.
  await chooseBytes(makePng({ width: 300, height: 150 }).subarray(0, 40))
  await expect(page.getByText('Invalid file type. Must be an image.')).toBeVisible()
  await expect(upload).toBeDisabled()
  await choose(300)
  await expect(chosen).toBeVisible()
  await upload.click()
  await expect(page.getByText('Logo uploaded')).toBeVisible()
  await expect(page.locator('input[type=file]')).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Logo of Drawn' })).toHaveJSProperty('naturalWidth', 300)
  await expectAccessibleInBoth(page, 'logo')
})
