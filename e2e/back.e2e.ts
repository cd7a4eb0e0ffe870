import { expect, test } from './support/fixture.ts'

test('a question about one screen does not stay open over another', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Asked Insurance' })
  await enter(page)
  await page.goto('/help')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await heading('Help Topics').press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill(`${id}`)
  await page.keyboard.press('Enter')
  await expect(heading('Asked Insurance')).toBeVisible()
  await page.getByRole('tab', { name: 'Config' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Deleting' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set the status to Deleting' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(heading('Help Topics')).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('Back pressed twice asks once, and leads nowhere or to where it was pressed for', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/help')
  const main = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(heading('Journal')).toBeVisible()
  await main.getByRole('link', { name: 'Agency Setup' }).click()
  const name = page.getByRole('textbox', { name: 'Agency Name' })
  await name.fill('Half Typed')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  const backTwice = async () => {
    await page.evaluate('history.back()')
    await expect(question).toBeVisible()
    await page.evaluate('history.back()')
    await expect(page).toHaveURL('/help')
  }
  await backTwice()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/agency-setup')
  await expect(name).toHaveValue('Half Typed')
  await backTwice()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(heading('Help Topics')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/help')
})
