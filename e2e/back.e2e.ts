import { expect, signIn, test } from './support/fixture.ts'
import { listPage } from './support/screens.ts'
import { securityPage, whoIsIt } from './support/second-factor.ts'

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

test('the question who is acting ends with its screen, before and after it is asked', async ({
  page,
  server,
  world,
}) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/security')
  const { app } = securityPage(page)
  const setUp = app.getByRole('button', { name: 'Set up an authenticator app' })
  const notDone = page.getByText('After you left: Please confirm that it is you')

  await test.step('leaving takes it away, and the next screen can be used', async () => {
    await page.getByRole('link', { name: 'Main' }).click()
    await expect(listPage(page).field).toBeVisible()
    await page.goBack()
    await setUp.click()
    await expect(whoIsIt(page)).toBeVisible()
    await page.goForward()
    await expect(whoIsIt(page)).toBeHidden()
    await expect(notDone).toBeVisible()
    await listPage(page).field.fill('Smith')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(notDone).toBeHidden()
  })

  await test.step('it is not asked once the screen has been left', async () => {
    await page.goBack()
    await world.holdingTable('staff', async () => {
      await setUp.click()
      await page.goForward()
      await expect(page).toHaveURL(/q=Smith/)
    })
    await expect(notDone).toBeVisible()
    await expect(whoIsIt(page)).toBeHidden()
  })
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
