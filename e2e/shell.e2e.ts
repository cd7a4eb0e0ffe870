import { expect, signIn, test } from './support/fixture.ts'
import { agencyPage, recordCalls, listPage, signInPage } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'
import { admin } from './support/world.ts'

test('[SHELL-01] [SHELL-02] [SHELL-04] the blue bar names provider, product and environment; no help while signed out', async ({
  page,
}) => {
  await page.goto('/signin')
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Harborlight Agency Support')).toBeVisible()
  await expect(bar).toHaveCSS('background-color', 'rgb(11, 92, 173)')
  await expect(bar.getByText('Environment: local')).toBeVisible()
  await expect(page).toHaveTitle('[local] Sign in – Agency Support')
  await expect(bar.getByRole('link', { name: 'Help' })).toHaveCount(0)
  await expect(bar.getByRole('button')).toHaveCount(0)
})

test('[SHELL-01] [SHELL-02] [SHELL-18] the bar names what the server is told: another provider, another environment', async ({
  page,
  server,
}) => {
  const { databaseUrl } = server
  const other = await startServerProcess({ databaseUrl, environment: 'qa', providerName: 'Northwind' })
  try {
    await page.goto(`${other.origin}/signin`)
    const bar = page.getByRole('banner')
    await expect(bar.getByText('Northwind Agency Support')).toBeVisible()
    await expect(bar.getByText('Environment: qa')).toBeVisible()
    await expect(page).toHaveTitle('[qa] Sign in – Agency Support')
  } finally {
    await other.stop()
  }
})

test('[SHELL-03] signed in, the help button opens the external help centre in a new tab', async ({
  page,
  enter,
  context,
}) => {
  await enter(page)
  await page.goto('/')
  const help = page.getByRole('banner').getByRole('link', { name: 'Help (opens a new tab)' })
  await expect(help).toHaveAttribute('href', 'https://help.harborlight.example/')
  const opened = context.waitForEvent('page')
  await help.click()
  await (await opened).close()
  await expect(page).toHaveURL('/')
})

test('[SHELL-11] [SHELL-12] at the start the environment is fetched and kept before anything else, then the session is asked for', async ({
  page,
}) => {
  const order: string[] = []
  const kept: Promise<string | null>[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(api|auth)\//.test(pathname)) return
    order.push(`${pathname} asked`)
    if (pathname === '/auth/staff/whoami') kept.push(page.evaluate(() => localStorage.getItem('environment')))
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/api/environment') order.push(`${pathname} answered`)
  })
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
  expect(order.slice(0, 2)).toEqual(['/api/environment asked', '/api/environment answered'])
  expect(order.slice(2)).toContain('/auth/staff/whoami asked')
  expect(await Promise.all(kept)).toEqual(['local'])
  const url = new URL('/api/environment', page.url()).href
  const entries = await page.evaluate(
    (name) => performance.getEntriesByName(name).map((one) => one.toJSON() as object),
    url,
  )
  expect(entries, 'it comes once, with the page').toMatchObject([{ initiatorType: 'link' }])
})

test('[SHELL-05] the menu button opens and closes the drawer, and the choice is kept', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const main = page.getByRole('navigation', { name: 'Main' }).getByText('Main')
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(main).toBeInViewport()
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(main).not.toBeInViewport()
  await page.reload()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(main).toBeInViewport()
})

test('below 1024 the drawer lies over the page, holds the focus, and Esc closes it', async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  const drawer = page.getByRole('navigation', { name: 'Main' })
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(drawer).toHaveCount(0)
  await menu.click()
  const first = page.getByRole('link', { name: 'Change Password' })
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: 'Help opens a new tab' })).toBeFocused()
  for (const name of ['Change Password', 'Logout', 'Main']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('link', { name: 'Main' }).click()
  await expect(drawer).toHaveCount(0)
})

test('[SHELL-06] [SHELL-13] opened by the back office: no bar, no drawer, no Back, and the destination opens', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Framed Insurance' })
  await enter(page)
  await page.goto(`/?src=bo&dest=${encodeURIComponent(`/agency-detail/${id}`)}&tab=History`)
  await expect(page).toHaveURL(`/agency-detail/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Framed Insurance' })).toBeVisible()
  const recorded = await page.evaluate(() => sessionStorage.getItem('agency-support:deep-link'))
  expect(JSON.parse(recorded ?? '')).toEqual({
    source: 'bo',
    destination: `/agency-detail/${id}`,
    tab: 'history',
  })
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
})

test('a back-office link to no screen of ours leads to the list', async ({ page, enter }) => {
  await enter(page)
  for (const dest of ['//elsewhere.example', '/nowhere-of-ours']) {
    await page.goto(`/?src=bo&dest=${encodeURIComponent(dest)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Agencies' })).toBeVisible()
    await expect(page).toHaveURL('/')
    // It names no key of the palette, which is not there.
    await expect(page.getByText('Search by id or name. Leading zeros are optional.')).toBeVisible()
  }
})

test('[SHELL-09] [SHELL-07] a success is green, a failure red with a warning sign, both at the bottom with Close', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).rename('Green Insurance')
  const bar = (text: string) => page.locator('[data-level]').filter({ hasText: text })
  const ok = bar('Agency name updated.')
  await expect(ok).toHaveCSS('background-color', 'rgb(20, 108, 46)')
  const lowest = (page.viewportSize()?.height ?? 0) * 0.75
  expect((await ok.boundingBox())?.y).toBeGreaterThan(lowest)
  await ok.getByRole('button', { name: 'Close' }).click()
  await expect(ok).toHaveCount(0)
  await world.without('agency', async () => {
    await agencyPage(page).setStatus('Retention')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  })
  const bad = bar('Something went wrong')
  await expect(bad).toHaveCSS('background-color', 'rgb(179, 38, 30)')
  await expect(bad.locator('svg.lucide-triangle-alert')).toBeVisible()
  expect((await bad.boundingBox())?.y).toBeGreaterThan(lowest)
  await bad.getByRole('button', { name: 'Close' }).click()
  await expect(bad).toHaveCount(0)
})

test('[SHELL-10] a message outlives the screen it came from, Close clears it at once, Recent messages keeps it', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).rename('Messenger Insurance')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  const message = page.getByRole('status').filter({ hasText: 'Agency name updated.' })
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: 'Recent messages' }).click()
  const kept = page.getByRole('dialog', { name: 'Recent messages' }).getByRole('listitem')
  await expect(kept).toHaveCount(1)
  await expect(kept).toContainText('Agency name updated.')
  await expect(kept).toContainText(`${id}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Recent messages' })).toBeFocused()
})

test('the theme and the density are chosen in the menu and kept, without a flash on the next load', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-color-scheme', 'light')
  const menu = page.getByRole('button', { name: `Settings of ${admin}` })
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(html).toHaveAttribute('data-color-scheme', 'dark')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 19, 25)')
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect(html).toHaveAttribute('data-density', 'compact')
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'compact')
  await listPage(page).search('insurance')
  const row = listPage(page).rows.first()
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(32)
  const drawer = page.getByRole('button', { name: 'Menu' })
  await drawer.click()
  await expect(drawer).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Clear saved data on this browser' }).click()
  await expect(html).toHaveAttribute('data-density', 'default')
  // The next load stores what is the same for everybody again.
  const stored = () => page.evaluate(() => Object.keys(localStorage).toSorted())
  await expect.poll(stored).toEqual(['environment', 'helpCentre'])
  await expect(drawer).toHaveAttribute('aria-expanded', 'true')
})

test('the keyboard sheet opens by ?, and the shortcuts can be switched off', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: `Settings of ${admin}` }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Keyboard shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the first stop of the keyboard skips to the content; a change of screen brings focus to its heading', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Focused Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(page.getByRole('heading', { level: 1, name: 'Focused Insurance' })).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Shift+Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/unauthorized')
  await page.getByRole('link', { name: 'Go to Agencies' }).press('Enter')
  await expect(listPage(page).field).toBeFocused()
})

test('offline is reported, and what the server answers again is reported too', async ({
  page,
  enter,
  context,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.goto('/')
  const { field, rows, submit } = listPage(page)
  // Pressing Enter as well would open the agency if the rows arrive first.
  await field.fill('6938')
  await expect(rows.first()).toContainText('00006938')
  await context.setOffline(true)
  const banner = page.getByText('You are offline. What you see may be old.')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await expect(rows.first()).toContainText('00006938')
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await submit.click()
  await expect(page).toHaveURL('/agency-detail/6938')
})

test('a server that is gone is reported after a call without an answer; once it is back, Retry now finds it and reads again', async ({
  browser,
  server,
  world,
}) => {
  const own = await startServerProcess({ databaseUrl: server.databaseUrl })
  const page = await browser.newPage({ baseURL: own.origin })
  await signIn(page.context(), own.origin, await world.person())
  await page.goto('/')
  const { field, search, rows } = listPage(page)
  await field.fill('6938')
  await expect(rows.first()).toContainText('00006938')
  await own.kill()
  await search('smith')
  await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  const banner = page.getByText('The server cannot be reached. What you see may be old.')
  await expect(banner).toBeVisible()
  const again = await startServerProcess({
    databaseUrl: server.databaseUrl,
    port: Number(new URL(own.origin).port),
  })
  await page.getByRole('button', { name: 'Retry now' }).click()
  await expect(banner).toHaveCount(0)
  await expect(rows.first()).toContainText('Smith')
  await page.close()
  await again.kill()
})

test('a wish for Logout in the menu ends the session', async ({ page, server, world }) => {
  await signIn(page.context(), server.origin, await world.person())
  await page.goto('/')
  await page.getByRole('button', { name: /^Settings of/ }).click()
  const calls = recordCalls(page)
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(signInPage(page).email).toBeFocused()
  await expect.poll(() => calls).toContain('{}')
})
