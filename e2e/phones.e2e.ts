import { padAgencyId } from '@agency-support/contract/ids'
import { addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { sendPast } from './support/alerts.ts'
import { expect, test } from './support/fixture.ts'
import { expectNoSidewaysScroll } from './support/layout.ts'
import { agencyPage, listPage } from './support/screens.ts'
import { admin } from './support/world.ts'

test.use({ viewport: { width: 390, height: 844 } })

const insertEntry = `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
values (now(), 'staff', $1, 'agencies.renamed', $2, '{"name":"Alder Insurance"}', '{"name":"Birch Insurance"}')`

test('on a phone an event says at once what happened, with its time and agency under it', async ({
  page,
  enter,
  world,
}) => {
  const person = await world.person()
  const id = await world.agency({ name: 'Birch Insurance' })
  await world.sql(insertEntry, [person, id])
  await enter(page)
  const { rows } = listPage(page)
  for (const address of [`/journal?f.agency=${id}`, `/agency-detail/${id}?tab=history`]) {
    await page.goto(address)
    await expect(page.getByRole('columnheader')).toHaveText(['Details', 'What happened (ET)'])
    await expect(rows).toHaveCount(1)
    const cell = rows.getByRole('rowheader')
    await expect(cell).toContainText('Birch Insurance')
    await expect(cell).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
    await cell.scrollIntoViewIfNeeded()
    await expect(cell).toBeInViewport({ ratio: 1 })
  }
  await page.goto(`/journal?f.agency=${id}`)
  await expect(rows.getByRole('link')).toHaveText(String(id))
})

test('on a phone the bar names the product, and its tools keep their places', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  const title = page.getByRole('banner').locator('p')
  const isWhole = () => title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  await expect(title).toHaveText('Harborlight Agency Support')
  expect(await isWhole()).toBe(true)
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(100)
  await expect(page.getByRole('button', { name: /^Settings of/ })).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page, 'the bar on a phone')
})

test('on a phone a long name of an agency and what stands beside it are all in sight', async ({
  page,
  enter,
  world,
}) => {
  const name = 'Peñaranda, Østergaard, Featherstonehaugh & Wolfeschlegelsteinhausen Agency LLC'
  const id = await world.agency({ name })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeFocused()
  const whole = [
    heading,
    page.getByRole('button', { name: 'Back' }),
    page.getByRole('button', { name: 'Pin' }),
  ]
  for (const part of [...whole, agencyPage(page).fact('Version')])
    await expect(part).toBeInViewport({ ratio: 1 })
  const isWhole =
    "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('h1'))"
  expect(await page.evaluate(isWhole)).toBe(true)
})

test('on a phone id and name of the agency stay on one line when its header has scrolled away', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Birch Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const [line, heading] = [page.locator('[data-who]'), page.getByRole('heading', { level: 1 })]
  await expect(line).toHaveAttribute('data-who', `${padAgencyId(id)} Birch Insurance`)
  await expect(heading).toBeFocused()
  await agencyPage(page).settled()
  // The picture tells what is drawn: the line is no element, so that nothing is read out twice.
  const under = { x: 0, y: 48, width: 390, height: 40 }
  const before = await page.screenshot({ clip: under })
  await page.mouse.wheel(0, 600)
  await expect(heading).not.toBeInViewport()
  const stuck = await page.screenshot({ clip: under })
  expect(stuck.equals(before)).toBe(false)
  await page.mouse.wheel(0, 100)
  await expect.poll(() => page.evaluate('scrollY')).toBe(700)
  expect((await page.screenshot({ clip: under })).equals(stuck)).toBe(true)
})

test('on a phone a name of two lines leaves room for what tells agencies of the same name apart', async ({
  page,
  enter,
  world,
}) => {
  const name = 'Featherstonehaugh, Østergaard, Peñaranda & Wolfeschlegelsteinhausen Agency LLC'
  const id = await world.agency({ name, status: 3 })
  await enter(page)
  await page.goto(`/?q=${id}`)
  const { rows } = listPage(page)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('Offboarding · Central')).toBeInViewport({ ratio: 0.5 })
})

test('on a phone the parts of an agency are a select, and what is typed stays when the phone is turned', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Birch Insurance' })
  await enter(page, admin)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const parts = page.getByRole('combobox', { name: 'Parts of Birch Insurance' })
  await expect(parts).toHaveValue('config')
  await expect(page.getByRole('tab')).toHaveCount(0)
  const name = page.getByRole('textbox', { name: 'Agency Name' })
  await expect(page.getByRole('region', { name: 'Config' })).toContainText('Agency Name')
  await name.fill('Birch & Alder')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('tab', { name: 'Config' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Config' })).toBeVisible()
  await expect(name).toHaveValue('Birch & Alder')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(name).toHaveValue('Birch & Alder')
  await name.fill('Birch Insurance')
  await parts.selectOption('History')
  await expect(page).toHaveURL(/tab=history/)
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
})

test('what a row unfolds is as wide as the screen, whatever the table scrolls', async ({
  page,
  server,
  enter,
  world,
}) => {
  const person = await world.person()
  await page.setViewportSize({ width: 320, height: 568 })
  await enter(page, admin)
  await page.goto(`/user-management?q=${person}`)
  await page.getByRole('button', { name: `Details of ${person}` }).click()
  const card = await page.getByRole('region', { name: /^User Permissions of/ }).boundingBox()
  const padding = 16
  for (const name of ['Find permission', 'Compare with']) {
    const field = page.getByLabel(name)
    await field.scrollIntoViewIfNeeded()
    await expect(field).toBeInViewport({ ratio: 1 })
    expect((await field.boundingBox())?.width).toBeLessThanOrEqual((card?.width ?? 0) - 2 * padding)
  }
  // It stays in sight while the columns scroll.
  await page.evaluate('document.querySelector("[data-overflows]").scrollBy(1_000, 0)')
  await expect(page.getByLabel('Compare with')).toBeInViewport({ ratio: 1 })

  const agencyId = await world.agency({ name: 'Cascade & Columbia Insurance' })
  await sendPast(page, server.origin, { systemAlertRecipientType: 1, applicableAgencies: [agencyId] })
  await page.goto('/status-admin')
  await page.getByRole('button', { name: /^Details of/ }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Cascade & Columbia Insurance' })
  await line.scrollIntoViewIfNeeded()
  await expect(line).toBeInViewport({ ratio: 1 })
})

test('a row of the palette shows all of its name, and forced colours show where the letters go', async ({
  page,
  enter,
  world,
}) => {
  const name = 'Featherstonehaugh, Østergaard & Peñaranda Agency LLC'
  await world.agency({ name })
  await page.setViewportSize({ width: 320, height: 568 })
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump' })
  await expect(field).toBeFocused()
  await page.keyboard.type('featherstonehaugh')
  await expect(page.getByRole('option').getByText(name)).toBeVisible()
  const cut = `[...document.querySelectorAll('[role="option"] *')].filter(({ scrollWidth, clientWidth }) =>
    scrollWidth > clientWidth).map(({ textContent }) => textContent)`
  expect(await page.evaluate<string[]>(cut)).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(field.locator('..')).toHaveCSS('outline-style', 'solid')
})

test.describe('offline', () => {
  // The menu of a narrow window is among what an idle page prefetches.
  test.use({ prefetches: true })

  test('a window that is made narrow while offline keeps its screen and opens its menu', async ({
    page,
    context,
    enter,
    expectErrors,
  }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/)
    await enter(page)
    const asked = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/overlay-nav-'))`
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/help')
    await expect.poll(() => page.evaluate<boolean>(asked)).toBe(true)
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.setViewportSize({ width: 640, height: 360 })
    await expect(page.getByRole('heading', { level: 1, name: 'Help Topics' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await context.setOffline(false)
  })
})

test('on a phone a long name of an agency without a blank widens neither its page nor the one before the newer version', async ({
  page,
  enter,
  world,
}) => {
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'
  const id = await world.agency({ name })
  await enter(page)
  for (const path of ['agency-detail', 'agency-detail-6xWarn', 'client-lookup-5x']) {
    await page.goto(`/${path}/${id}`)
    await expect(page.getByRole('main').getByText(name)).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page, path)
  }
})

test("on a phone the summary of a user's sign-ins can be read to its end, and the table scrolls in its own box", async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Sign-ins On Phones')
  await addSignins(world, id, 'LCK', [0, 0, 0, 3, 3, 3, 4])
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'User Signin Log of LCK' }).click()
  await expect(tab.dialog.getByText(/then Locked Out from 10\.0\.0\.4\.$/)).toBeInViewport({ ratio: 1 })
  await expect(tab.dialog.getByRole('region', { name: 'Sign-ins of the user' })).toBeInViewport({ ratio: 1 })
})

test('on a phone the age of the token is on one line', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  const timestamp = new Date(Date.now() - 12.5 * 60_000).toISOString()
  const paths = { hawPath: 'H:\\Agency\\Shared\\Data', clientPath: 'C:\\Agency\\Local\\Data' }
  const content = JSON.stringify({ current: { timestamp, cmsUser: 'ABC', ...paths }, lastFailure: null })
  await software.send({ kind: 'agencyMultifolder', content })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=files`)
  const age = page.getByRole('row', { name: /^Current/ }).getByText('12 min', { exact: true })
  await expect(age).toBeVisible()
  // A chip of one line is 20 px high.
  expect((await age.boundingBox())?.height).toBeLessThan(30)
  await expectNoSidewaysScroll(page, 'the token')
})

test('on a phone the downloads are in sight, and why one failed can be read', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 404 /)
  const id = await world.agency()
  const software = await world.software(id)
  await software.send({ kind: 'log', content: 'soon gone\n' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=downloads`)
  const button = page.getByRole('button', { name: 'Download error.log' })
  for (const one of [button, page.getByRole('button', { name: 'Download config file' })]) {
    await one.scrollIntoViewIfNeeded()
    const [box, table] = await Promise.all([one.boundingBox(), page.getByRole('table').first().boundingBox()])
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390)
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThan(390)
  }
  await world.sql('delete from agency_file where agency_id = $1', [id])
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(/^error\.log: Failed to download file/)
})

test('a menu whose code cannot be loaded says so, a tooltip stays away, and the screen stays; tried again, they open', async ({
  page,
  context,
  enter,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await enter(page)
  await page.setViewportSize({ width: 640, height: 720 })
  await page.goto('/help')
  const heading = page.getByRole('heading', { level: 1, name: 'Help Topics' })
  await expect(heading).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const person = page.getByRole('button', { name: /^Settings of/ })
  const failure = page.getByText('The menu could not be loaded. Try again.')
  await context.setOffline(true)
  const noTooltip = page.waitForEvent('requestfailed', (asked) => asked.url().includes('/tooltip-'))
  await menu.hover()
  await noTooltip
  for (const button of [menu, person]) {
    await button.click()
    await expect(failure).toBeVisible()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(heading).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(failure).toHaveCount(0)
  }
  await context.setOffline(false)
  await menu.hover()
  await expect(page.getByRole('tooltip', { name: 'Menu' })).toBeVisible()
  await person.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await menu.click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
