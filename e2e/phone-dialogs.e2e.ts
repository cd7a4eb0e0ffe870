import { usersAgency, usersTab } from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('on a phone the buttons of a dialog higher than the window stay where they are, whatever is said below them', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  await enter(page)
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toHaveAccessibleDescription('Enter a vendor name.')
  const placed = await save.boundingBox()
  await dialog.getByLabel('Vendor Name').fill('Still Vendor')
  await expect(save).toBeEnabled()
  expect(await save.boundingBox(), 'without a reason').toEqual(placed)
  await world.without('vendor', async () => {
    await save.click()
    await expect(dialog.getByRole('alert')).toHaveText('Something went wrong')
  })
  expect(await save.boundingBox(), 'with a failure').toEqual(placed)
})

test('below 768 px a dialog fills the window, however little it holds', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Full Screen')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'Settings of LCK' }).click()
  for (const size of [
    { width: 390, height: 844 },
    { width: 767, height: 1024 },
  ]) {
    await page.setViewportSize(size)
    expect(await tab.dialog.boundingBox()).toEqual({ x: 0, y: 0, ...size })
  }
  await page.setViewportSize({ width: 768, height: 1024 })
  expect((await tab.dialog.boundingBox())?.width).toBe(600)
})

test('below 768 px the palette fills the window and has a button that closes it', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  const size = { width: 390, height: 844 }
  await page.getByRole('button', { name: /^Search or jump/ }).click()
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await expect(palette).toBeVisible()
  expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, ...size })
  await palette.getByRole('button', { name: 'Close' }).click()
  await expect(palette).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await expect(palette.getByRole('button', { name: 'Close' })).toBeHidden()
})
