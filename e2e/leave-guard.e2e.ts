import { expect, test } from './support/fixture.ts'
import { agencyPage } from './support/screens.ts'

test('a typed name is not lost by leaving: another screen and another tab ask first', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Guarded Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { name } = agencyPage(page)
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await name.fill('Half Typed')
  for (const leave of [
    page.getByRole('button', { name: 'Back' }),
    page.getByRole('tab', { name: 'History' }),
    page.getByRole('link', { name: 'Main' }),
  ]) {
    await leave.click()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Half Typed')
  }
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/')
})

test('closing or reloading the browser tab with a typed name asks first', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('Half Typed')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
  await expect(agencyPage(page).name).toHaveValue('Half Typed')
})

test('a form that was not touched, or that was saved, lets go without a question', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Saved Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).name.fill('x')
  await agencyPage(page).name.fill('Saved Insurance')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
  await page.getByRole('tab', { name: 'Config' }).click()
  await agencyPage(page).rename('Saved Again')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})
