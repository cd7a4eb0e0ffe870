import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { runCommandLine } from './support/command-line.ts'
import { expect, signIn, test } from './support/fixture.ts'
import { listPage } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'
import { admin, agent } from './support/world.ts'

const given = (page: Page, title: string, term: string) =>
  page.frameLocator(`iframe[title="${title}"]`).locator(`dt:text-is("${term}") + dd`)

for (const [path, title, site] of [
  ['/agency-setup-6x', 'Agency Setup 6.x', 'agency-setup-6x'],
  ['/market-item-mgmt-6x', 'Marketplace 6.x', 'market-item-mgmt-6x'],
  ['/reports/agency-cancellation', 'Agency Cancellation', 'agency-cutoff-report'],
] as const) {
  test(`[ROUTE-12] [FRAME-01] [FRAME-02] ${path} frames the page ${site} without an agency`, async ({
    page,
    enter,
  }) => {
    await enter(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(given(page, title, 'Site')).toHaveText(site)
    await expect(given(page, title, 'Agency id')).toHaveText('none')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
}

test('[ROUTE-10] [FRAME-02] [FRAME-07] an agency of the newer version is framed by its id, shut in', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Framed Insurance', versionDisplay: 'HS 6' })
  await enter(page, agent)
  await page.goto(`/agency-detail-6x/${id}`)
  const title = `Agency ${id} 6.x`
  await expect(given(page, title, 'Site')).toHaveText('agency-detail-6x')
  await expect(page).toHaveTitle(`[local] ${title} – Agency Support`)
  await expect(given(page, title, 'Agency id')).toHaveText(String(id))
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', /^allow-scripts(?!.*top-navigation)/)
  const outside = page.getByRole('link', { name: /^Open in new tab/ })
  await expect(outside).toHaveAttribute('href', new RegExp(`/agency/${id}$`))
  await expect(outside).toHaveAttribute('rel', /noopener/)
  await page.keyboard.press('t')
  await expect(frame).toBeFocused()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(given(page, title, 'Agency id')).toHaveText(String(id))
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
})

test('[ROUTE-09] [FRAME-05] [FRAME-07] the 6.x placeholder shows the id, warns, and leads to both pages and back', async ({
  page,
  enter,
}) => {
  await enter(page, agent)
  for (const [link, address] of [
    ['Open the 6.x page', '/agency-detail-6x/6938'],
    ['Open the legacy page', '/agency-detail/6938'],
  ] as const) {
    await page.goto('/agency-detail-6xWarn/6938')
    await expect(page.getByRole('heading', { level: 1, name: 'Agency 00006938' })).toBeVisible()
    await expect(page).toHaveTitle('[local] Agency 00006938 – Agency Support')
    await expect(page.getByText('Smith Insurance').last()).toBeVisible()
    // True of every agency: this one is not on the newer version.
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Agencies on the newer version have a page of their own. Features of the legacy page may not work or reflect the data for this agency.',
    )
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(address)
  }
  await page.goto('/agency-detail-6xWarn/6938')
  await expect(page.getByRole('link', { name: 'Open the 6.x page' })).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/agency-detail-6xWarn/99999999')
  await expect(page.getByText('Agency not found')).toBeVisible()
})

test('a 6.x placeholder whose agency cannot be read says so, and its ways stay', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ name: 'Unread Insurance' })
  await enter(page)
  await world.without('agency', async () => {
    await page.goto(`/agency-detail-6xWarn/${id}`)
    await expect(page.getByText('The name of the agency could not be loaded.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open the 6.x page' })).toBeFocused()
    await expectAccessibleInBoth(page, 'placeholder without a name')
  })
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Unread Insurance').last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the 6.x page' })).toBeFocused()
})

test.describe('remembering the way for today', () => {
  const name = 'Use6xNavigation'
  test.beforeEach(({ server }) => runCommandLine(server, 'switch', 'set', name, 'on'))
  test.afterEach(({ server }) => runCommandLine(server, 'switch', 'set', name, 'off'))

  test('the stop is skipped where that was asked for: by this person, for this agency, until it is taken back', async ({
    page,
    enter,
    world,
  }) => {
    const once = await world.agency({ name: 'Stop Once', isOnline: true })
    const always = await world.agency({ name: 'Stop Spared', isOnline: true })
    const [first, second] = [await world.person(), await world.person()]
    await enter(page, first)
    const open = async (id: number) => {
      await page.goto('/')
      await listPage(page).field.fill(String(id))
      await page.getByRole('link', { name: String(id), exact: true }).click()
    }
    const remember = page.getByRole('checkbox', { name: 'Remember for this agency today' })
    await open(once)
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      'This agency is on the newer version. Features',
    )
    await expect(remember).not.toBeChecked()
    await page.getByRole('link', { name: 'Open the legacy page' }).click()
    await expect(page).toHaveURL(`/agency-detail/${once}`)
    await open(always)
    await remember.check()
    await expectAccessibleInBoth(page, 'stop with a remembered way')
    await page.getByRole('link', { name: 'Open the legacy page' }).click()
    await expect(page).toHaveURL(`/agency-detail/${always}`)
    await open(once)
    await expect(page).toHaveURL(`/agency-detail-6xWarn/${once}`)
    await open(always)
    await expect(page).toHaveURL(`/agency-detail/${always}`)
    // The palette does the same, and the warning page can still be opened to undo the choice.
    await page.goto('/journal')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(String(always))
    await expect(page.getByRole('option', { selected: true })).toContainText('Stop Spared')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/agency-detail/${always}`)
    await enter(page, second)
    await open(always)
    await expect(page).toHaveURL(`/agency-detail-6xWarn/${always}`)
    await enter(page, first)
    await page.goto(`/agency-detail-6xWarn/${always}`)
    await remember.uncheck()
    await open(always)
    await expect(page).toHaveURL(`/agency-detail-6xWarn/${always}`)
  })

  test('Back of the stop and of the 6.x page leads to the list as it was left', async ({
    page,
    enter,
    world,
  }) => {
    const id = await world.agency({ name: 'Searched Online Insurance', isOnline: true })
    await enter(page)
    await page.goto('/?q=searched+online')
    const row = page.locator('tbody').getByRole('row')
    const back = page.getByRole('button', { name: 'Back' })
    await row.click()
    await expect(page).toHaveURL(`/agency-detail-6xWarn/${id}`)
    await back.click()
    await expect(page).toHaveURL('/?q=searched+online')
    await row.click()
    await page.getByRole('link', { name: 'Open the 6.x page' }).click()
    await expect(page).toHaveURL(`/agency-detail-6x/${id}`)
    await back.click()
    await expect(page).toHaveURL('/?q=searched+online')
  })
})

test('[FRAME-06] the 6.x placeholder sets nothing for what is no agency id', async ({ page, enter }) => {
  await enter(page)
  for (const id of ['00000000', '-6938', 'abc', '6938x']) {
    await page.goto(`/agency-detail-6xWarn/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agency on the newer version')
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible()
  }
  await page.goto('/agency-detail-6x/00000000')
  await expect(page.getByText('This link has no valid agency id.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('[ROUTE-09] [ROUTE-10] [ROUTE-12] signed out, none of the framed pages opens', async ({ page }) => {
  for (const path of [
    '/agency-detail-6xWarn/6938',
    '/agency-detail-6x/6938',
    '/agency-setup-6x',
    '/market-item-mgmt-6x',
    '/reports/agency-cancellation',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/signin')
  }
})

test('a page that does not come is reported after 15 s; one without an address is reported at once', async ({
  page,
  server,
  expectErrors,
}) => {
  // The second server stops before the page that it served.
  expectErrors(/ERR_CONNECTION_(REFUSED|RESET)/, / 503 /)
  // Accepts requests and never answers.
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/setup`
  const other = await startServerProcess({
    databaseUrl: server.databaseUrl,
    framePages: { 'agency-setup-6x': address },
  })
  try {
    await signIn(page.context(), other.origin, admin)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // Once the frame has asked for its page, the time until it is late has begun.
    const asked = once(silent, 'request')
    await page.goto(`${other.origin}/agency-setup-6x`, { waitUntil: 'commit' })
    await expect(page.getByRole('progressbar', { name: 'Loading Agency Setup 6.x' })).toBeVisible()
    await asked
    const late = page.getByText('Still loading.')
    await page.clock.runFor(14_900)
    await expect(late).toHaveCount(0)
    // A ready message from elsewhere is ignored; only the framed page is trusted.
    await page.evaluate("window.postMessage({ kind: 'ready' }, '*')")
    await page.clock.runFor(200)
    await expect(late).toBeVisible()
    await expect(page.getByRole('link', { name: /^Open in new tab/ }).first()).toHaveAttribute(
      'href',
      address,
    )
    await page.goto(`${other.origin}/market-item-mgmt-6x`)
    await expect(page.getByText('This page is not configured for this environment.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  } finally {
    await other.stop()
    silent.closeAllConnections()
    silent.close()
  }
})
