import type { Locator, Page } from '@playwright/test'
import { alertsPage } from './support/alerts.ts'
import { expect, test } from './support/fixture.ts'
import { addProduct, addVendor } from './support/products.ts'
import { expectStill, placedControls } from './support/still.ts'
import type { World } from './support/world.ts'
import { makePng } from '../server/test/pictures.ts'

/** Opens the editor of a new product of a new vendor. */
async function openNewProduct(page: Page, name: string, part: string): Promise<void> {
  await page.goto('/vendors')
  const id = await addProduct(page, name, await addVendor(page, { name: `Vendor of ${name}` }))
  await page.goto(`/products/${id}?part=${part}`)
}

/** Agencies whose names are longer than any chip. */
async function addLongNamed(world: World): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < 12; at += 1)
    ids.push(await world.agency({ name: `Agency ${at} of a Family with a very long Name` }))
  return ids
}

/** Expects no control to move as the names come that `ask` asks for. */
async function expectStillNames(page: Page, world: World, chips: Locator, ask: () => Promise<void>) {
  let before: Awaited<ReturnType<typeof placedControls>> = []
  await world.holdingTable('agency', async () => {
    await ask()
    await expect(chips).toHaveCount(12)
    await expect.poll(world.countWaiting).toBeGreaterThan(0)
    before = await placedControls(page)
  })
  await expect(chips.last()).toContainText('of a Family')
  await expectStill(before, 'the names have come')
}

test('names of agencies that come late move no control of an alert', async ({ page, enter, world }) => {
  const ids = await addLongNamed(world)
  await enter(page)
  await page.goto('/status-admin')
  const { add, radio, which, chips } = alertsPage(page)
  await add.click()
  await radio('Specific Agencies').check()
  await which.fill(ids.join(' '))
  await expectStillNames(page, world, chips, () => which.press('Enter'))
})

test('names of overridden agencies that come late move no control of the product', async ({
  page,
  enter,
  world,
}) => {
  const ids = await addLongNamed(world)
  await enter(page)
  await openNewProduct(page, 'Named Late', 'availability')
  const chips = page.getByRole('list', { name: 'Overridden agencies' }).getByRole('listitem')
  const overrides = page.getByLabel('Overrides', { exact: true })
  await expectStillNames(page, world, chips, () => overrides.fill(ids.join()))
})

test('the list of several errors moves no control, when it comes and while the errors are corrected', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/products/-1')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(page.getByRole('option', { name: 'Select a vendor' })).toBeAttached()
  const before = await placedControls(page)
  await save.click()
  await expect(page.getByRole('alert')).toContainText('7 fields need your attention')
  await expectStill(before, 'Save has found errors')
  for (const [label, left] of [
    ['Product Name', '6 fields'],
    ['Provider Name', '5 fields'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).pressSequentially('x')
    await expect(page.getByRole('alert')).toContainText(left)
    await expectStill(before, `${label} is corrected`)
  }
})

test('why a file is no logo stands where the picture would, and moves no button', async ({ page, enter }) => {
  await enter(page)
  await openNewProduct(page, 'Framed Picture', 'logo')
  const upload = page.getByRole('button', { name: 'Upload' })
  const choose = (width: number) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: makePng({ width, height: 150 }),
    })
  const place = await upload.boundingBox()
  await choose(299)
  await expect(page.getByRole('alert')).toHaveText('Invalid image size. Image must be 300 x 150.')
  expect(await upload.boundingBox()).toEqual(place)
  await choose(300)
  await expect(page.getByRole('img', { name: 'The chosen logo' })).toBeVisible()
  expect(await upload.boundingBox()).toEqual(place)
})

test('the mark of an unsaved form moves none of the tabs', async ({ page, enter }) => {
  await enter(page)
  await openNewProduct(page, 'Marked Form', 'settings')
  const boxes = () =>
    Promise.all(['Data', 'Logo'].map((name) => page.getByRole('tab', { name }).boundingBox()))
  const before = await boxes()
  await page.getByLabel('Description', { exact: true }).fill('Typed.')
  await expect(page.getByRole('tab', { name: 'Settings ●' })).toBeVisible()
  expect(await boxes()).toEqual(before)
})
