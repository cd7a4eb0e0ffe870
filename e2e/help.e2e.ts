import { expect, test } from './support/fixture.ts'

test('[HELP-01] the help page lists the topics 1001 to 1023, finds one, and a link opens at its own', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/help')
  // Plus our own topic, for a screen that is not in the specification.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(24)
  await page.getByRole('searchbox', { name: 'Search the topics' }).fill('suppressed')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Email management'])
  await page.goto('/help?topic=1022')
  const topic = page.getByRole('region', { name: 'Encode a url' })
  await expect(topic).toBeFocused()
  await expect(topic).toBeInViewport()
})

test('typing in the middle of the search of the topics goes on where it began', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: 'Search the topics' })
  await search.fill('pressed')
  await search.press('Home')
  await search.pressSequentially('sup')
  await expect(search).toHaveValue('suppressed')
  await expect(page).toHaveURL('/help?q=suppressed')
})
