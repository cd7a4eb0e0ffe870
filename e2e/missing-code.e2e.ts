import { expect, test } from './support/fixture.ts'

test('a screen whose code cannot be loaded leaves bar and menu; tried again, or opened again, it is there', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/, /could not be loaded/, /dynamically imported module/, /preload CSS/)
  await enter(page)
  await page.goto('/help')
  const main = page.getByRole('navigation', { name: 'Main' })
  const failed = page.getByRole('heading', { level: 1, name: 'Something went wrong' })
  const shown = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await expect(shown('Help Topics')).toBeVisible()
  await context.setOffline(true)
  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(failed).toBeFocused()
  await main.getByRole('link', { name: 'Help Topics' }).click()
  await expect(shown('Help Topics')).toBeVisible()
  await main.getByRole('link', { name: 'Journal' }).click()
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown('Journal')).toBeVisible()
})
