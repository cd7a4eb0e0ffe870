import { texting } from '@agency-support/contract/modules/texting'
import { expect, test } from './support/fixture.ts'

test('a screen whose code cannot be loaded leaves bar and menu; tried again, or opened again, it is there', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/, /could not be loaded/, /dynamically imported module/)
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

test('a tab whose code cannot be loaded says so under the header of the agency; tried again, it opens', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const id = await world.agency({ name: 'Cut Off Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const heading = page.getByRole('heading', { level: 1, name: 'Cut Off Insurance' })
  const failure = page.getByRole('alert').filter({ hasText: 'This tab could not be loaded.' })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(page.getByLabel('Agency Name', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Downloads*' }).click()
  await expect(failure).toBeVisible()
  await expect(heading).toBeVisible()
  const skeleton = page.locator('[aria-hidden]', { hasText: 'Loading Downloads…' }).last()
  await expect(skeleton).toHaveCSS('opacity', '0')
  await test.step('while it still cannot be, the pressed button stays', async () => {
    await again.click()
    await expect(again).not.toHaveAttribute('aria-busy', 'true')
    await expect(again).toBeFocused()
    await expect(failure).toBeVisible()
  })
  await test.step('another tab opens as always', async () => {
    await page.getByRole('tab', { name: 'Config' }).click()
    await expect(page.getByLabel('Agency Name', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(failure).toBeVisible()
  })
  await context.setOffline(false)
  await again.click()
  await expect(page.getByRole('heading', { name: 'Agency Files' })).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('a chart whose code cannot be loaded says so, and its table stays', async ({
  page,
  context,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const software = await world.software(await world.agency())
  const at = '2026-07-01T15:04:05.000Z'
  await software.call(texting.reportSetUp, { events: [{ kind: 'campaign', id: 'c', at, tcrNumber: 'C1' }] })
  await enter(page)
  await page.goto('/reports/tcr/summary')
  const chart = page.getByRole('button', { name: 'Chart' })
  await expect(chart).toBeVisible()
  await context.setOffline(true)
  await chart.click()
  await expect(page.getByRole('alert').filter({ hasText: 'The chart could not be loaded.' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('application', { name: /^Registrations by month/ })).toBeVisible()
})

test('a dialog whose code cannot be loaded says so, and the screen stays', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.goto('/products')
  const open = page.getByRole('button', { name: 'Create New Vendor' })
  await expect(open).toBeVisible()
  await context.setOffline(true)
  await open.click()
  await expect(page.getByText('The dialog could not be loaded. Try again.')).toBeVisible()
  await context.setOffline(false)
  await open.click()
  await expect(page.getByRole('dialog', { name: 'Add a New Vendor' })).toBeVisible()
})

test('a palette whose code cannot be loaded says so, and opens once it can', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.goto('/products')
  await expect(page.getByRole('button', { name: 'Create New Vendor' })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('Control+K')
  await expect(page.getByText('The search could not be loaded. Try again.')).toBeVisible()
  await test.step('keys are the page’s again', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('rater')
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('rater')
  })
  await context.setOffline(false)
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search or jump' })).toBeFocused()
})

test('the sheet of keys whose code cannot be loaded says so, and opens once it can', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.goto('/products')
  const heading = page.getByRole('heading', { level: 1, name: 'Products' })
  await expect(page.getByRole('button', { name: 'Create New Vendor' })).toBeVisible()
  await context.setOffline(true)
  await heading.press('?')
  await expect(page.getByText('The keyboard shortcuts could not be loaded. Try again.')).toBeVisible()
  await context.setOffline(false)
  await heading.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(heading).toBeFocused()
})

test('code that a release has replaced loads the page anew, before anybody has signed in too', async ({
  page,
}) => {
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  const again = page.waitForEvent('load')
  // As the build's own loader says it, of code such as that for passkeys.
  await page.evaluate(
    `queueMicrotask(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })))`,
  )
  await again
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
