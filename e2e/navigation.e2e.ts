import { permissionMessages } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessible, expectGoodStops } from './support/accessibility.ts'
import { runCommandLine } from './support/command-line.ts'
import { expect, test } from './support/fixture.ts'
import { agencyPage, listPage, signInPage } from './support/screens.ts'
import { reportPage, request } from './support/seats.ts'
import { admin, agent } from './support/world.ts'

const name = 'Use6xNavigation'
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })
const refusal = (feature: string) =>
  `You do not have permission to access ${feature}. Please contact your manager for assistance if you feel you should have access to this functionality.`

test('in a low window the entry of the current screen is in view', async ({ page, enter }) => {
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/reports/signins')
  const current = drawer(page).locator('[aria-current="page"]')
  await expect(current).toHaveText('Signins')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.goto('/')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.type('gd')
  await expect(current).toHaveText('Totals')
  await expect(current).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate<number>('window.scrollY')).toBe(0)
})

test('[NAV-01] [NAV-02] the drawer names who is signed in and leads to Change Password and Logout', async ({
  page,
  enter,
  world,
}) => {
  const person = await world.person()
  await enter(page, person)
  await page.goto('/')
  await expect(drawer(page).getByText(person)).toBeVisible()
  await drawer(page).getByRole('link', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/updatePassword')
  const signedOut = page.waitForResponse(/\/auth\/staff\/signout$/)
  await drawer(page).getByRole('link', { name: 'Logout' }).click()
  await signedOut
  await expect(page).toHaveURL('/signin')
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
})

test('[NAV-03] without a profile the drawer says so', async ({ page }) => {
  await page.goto('/unauthorized')
  await expect(drawer(page).getByText('Not Logged In')).toBeVisible()
  await expect(drawer(page).getByRole('link', { name: 'Logout' })).toHaveCount(0)
})

test('[NAV-06] [NAV-09] the status site and the help centre open in a tab of their own', async ({
  page,
  enter,
  context,
}) => {
  await enter(page)
  await page.goto('/')
  for (const [label, address] of [
    ['Alerts site opens a new tab', 'https://status.harborlight.example/'],
    ['Help opens a new tab', 'https://help.harborlight.example/'],
  ] as const) {
    const link = drawer(page).getByRole('link', { name: label, exact: true })
    await expect(link).toHaveAttribute('href', address)
    const opened = context.waitForEvent('page')
    await link.click()
    await (await opened).close()
  }
  await expect(page).toHaveURL('/')
})

test('[NAV-13] [NAV-15] an entry without its permission shows a lock, says so and does not lead away', async ({
  page,
  enter,
}) => {
  await enter(page, agent)
  await page.goto('/')
  for (const feature of ['User Management', 'Seat Management', 'Agency Setup']) {
    await drawer(page)
      .getByRole('link', { name: `${feature} no permission` })
      .click()
    await expect(page.getByRole('alert')).toHaveText(refusal(feature))
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL('/')
  }
})

test.describe('in the 6.x layout', () => {
  test.afterEach(({ server }) => runCommandLine(server, 'switch', 'set', name, 'off'))

  test('[NAV-11] turning the switch on and off changes the drawer of an open screen', async ({
    page,
    enter,
    server,
  }) => {
    await enter(page)
    await page.goto('/')
    await expect(drawer(page).getByRole('link', { name: 'Agency Setup', exact: true })).toBeVisible()
    await runCommandLine(server, 'switch', 'set', name, 'on')
    const alerts = drawer(page).getByRole('button', { name: 'Alerts' })
    await expect(alerts).toHaveAttribute('aria-expanded', 'false')
    await expect(drawer(page).getByText('Alerts Site')).toHaveCount(0)
    await alerts.click()
    await expect(alerts).toHaveAttribute('aria-expanded', 'true')
    await expect(drawer(page).getByRole('link', { name: 'Alerts Site opens a new tab' })).toBeVisible()
    await expectAccessible(page, '6.x drawer with an open group')
    await expectGoodStops(page, '6.x drawer with an open group')
    await page.reload()
    await expect(alerts).toHaveAttribute('aria-expanded', 'true')
    // While the pointer is in the drawer, nothing in it moves.
    await page.getByRole('main').hover()
    await runCommandLine(server, 'switch', 'set', name, 'off')
    await expect(alerts).toHaveCount(0)
    await expect(drawer(page).getByRole('link', { name: 'Alerts site opens a new tab' })).toBeVisible()
  })

  test('the groups lead to the framed pages, and the open group shows where one is', async ({
    page,
    enter,
    server,
  }) => {
    await runCommandLine(server, 'switch', 'set', name, 'on')
    await enter(page)
    await page.goto('/')
    await drawer(page).getByRole('button', { name: 'Onboarding' }).click()
    await drawer(page).getByRole('link', { name: 'Agency Setup 6.x' }).click()
    await expect(page).toHaveURL('/agency-setup-6x')
    await expect(drawer(page).getByRole('link', { name: 'Agency Setup 6.x' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await drawer(page).getByRole('button', { name: 'Reports' }).click()
    await drawer(page).getByRole('link', { name: 'Agency Cancellation' }).click()
    await expect(page).toHaveURL('/reports/agency-cancellation')
  })

  test('who signs in while the switch is on gets the layout at once', async ({ page, server, world }) => {
    await runCommandLine(server, 'switch', 'set', name, 'on')
    await page.goto('/signin')
    await signInPage(page).signIn(await world.person())
    await expect(drawer(page).getByRole('button', { name: 'Onboarding' })).toBeVisible()
  })

  test('[AGENCY-LIST-06] a cloud agency of the list opens the 6.x placeholder while the switch is on', async ({
    page,
    enter,
    server,
    world,
  }) => {
    const cloud = await world.agency({ name: 'Cloudy Row Insurance', isOnline: true })
    const local = await world.agency({ name: 'Grounded Row Insurance' })
    await enter(page)
    const open = async (agency: string) => {
      await page.goto('/')
      await listPage(page).search(agency)
      await page.getByRole('cell', { name: agency }).click()
    }
    await open('Cloudy Row Insurance')
    await expect(page).toHaveURL(`/agency-detail/${cloud}`)
    await runCommandLine(server, 'switch', 'set', name, 'on')
    await open('Cloudy Row Insurance')
    await expect(page).toHaveURL(`/agency-detail-6xWarn/${cloud}`)
    await open('Grounded Row Insurance')
    await expect(page).toHaveURL(`/agency-detail/${local}`)
  })
})

test('g and a letter open what the drawer lists, t and a letter a tab, n the new agency', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Keyed Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(heading(page, 'Keyed Insurance')).toBeFocused()
  await page.keyboard.press('t')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=history`)
  await page.keyboard.press('t')
  await page.keyboard.press('g')
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=config`)
  for (const [key, address, title] of [
    ['u', '/user-management', 'User Management'],
    ['j', '/journal', 'Journal'],
    ['s', '/seatManagement', 'Seat Management Report'],
    ['h', '/', 'Agencies'],
  ] as const) {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL((url) => url.pathname === address)
    await expect(heading(page, title)).toBeVisible()
  }
  await heading(page, 'Agencies').focus()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/agency-setup')
})

test('g and a letter say what the drawer says where the permission is missing', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/')
  await heading(page, 'Agencies').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page.getByRole('alert')).toHaveText(refusal('User Management'))
  await expect(page).toHaveURL('/')
})

test('[ROUTE-06] [ROUTE-18] the refusal of an address names its permission, and its holder gets in', async ({
  page,
  enter,
  elsewhere,
}) => {
  await enter(page, agent)
  await page.goto('/user-management')
  await expect(page).toHaveURL('/unauthorized')
  await expect(page.getByRole('alert')).toHaveText(permissionMessages.feature)
  await expect(drawer(page).getByText(agent)).toBeVisible()
  await expect(
    page.getByText('User Management needs CanUpdatePermissions, which you do not have.'),
  ).toBeVisible()
  await expectAccessible(page, 'Unauthorized with details')
  const holder = await elsewhere(admin)
  await holder.goto('/user-management')
  await expect(heading(holder, 'User Management')).toBeVisible()
  await expect(holder).toHaveURL((url) => url.pathname === '/user-management')
})

test('[AG-DETAIL-05] [AG-DETAIL-06] the back office sees no Back and no tab but Seat Management', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Office Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(page.getByRole('tab', { name: 'Config' })).toBeVisible()
  await page.goto(`/?src=bo&dest=${encodeURIComponent(`/agency-detail/${id}`)}&tab=config`)
  await expect(page).toHaveURL(`/agency-detail/${id}`)
  await expect(heading(page, 'Office Insurance')).toBeVisible()
  for (const tab of ['Config', 'History']) await expect(page.getByRole('tab', { name: tab })).toHaveCount(0)
  await expect(agencyPage(page).name).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
})

test('[SHELL-19] an agency id has eight digits wherever it stands', async ({ page, enter, world }) => {
  await request(world, 6938, { firstName: 'Octavia' })
  await world.sql(
    `insert into journal (at, actor_kind, actor, event, agency_id)
     values (now(), 'system', 'octavia import', 'agencies.imported', 6938)`,
  )
  await enter(page)
  await page.goto('/agency-detail/6938')
  await expect(agencyPage(page).fact('Contract ID')).toContainText('00006938')
  await expect(page).toHaveTitle(/00006938/)
  await expect(drawer(page).getByRole('link', { name: /^00006938 / })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: /^00006938/ })).toBeVisible()
  // The list searches without Enter; pressing it would open the agency.
  await listPage(page).field.fill('6938')
  await expect(listPage(page).rows.first().getByRole('rowheader')).toContainText('00006938')
  await reportPage(page).open('octavia')
  await expect(reportPage(page).rows).toHaveCount(1)
  await expect(reportPage(page).rows).toContainText('00006938')
  await page.goto('/journal?f.actor=octavia+import')
  await expect(page.locator('tbody').getByRole('link', { name: '00006938' })).toBeVisible()
  for (const path of ['/agency-detail-6xWarn/6938', '/agency-detail-6x/6938']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('00006938')
  }
})

test('[HELP-04] [HELP-05] a help tip opens and closes 200 ms after the pointer, with text and the way to the help centre', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.clock.install()
  await page.goto('/')
  await expect(heading(page, 'Agencies')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const tip = page.getByRole('note', { name: 'Help: Agencies' })
  await page.getByRole('button', { name: 'Help: Agencies' }).hover()
  await page.clock.runFor(199)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tip).toContainText('Search by agency id or by part of the name')
  const centre = tip.getByRole('link', { name: 'More in the help centre' })
  await expect(centre).toHaveAttribute('href', 'https://help.harborlight.example/')
  await page.mouse.move(900, 700)
  await page.clock.runFor(199)
  await expect(tip).toBeVisible()
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(0)
})

test('[AG-DETAIL-04] Back leads to the list as it was left, search and page included', async ({
  page,
  enter,
  world,
}) => {
  for (let at = 0; at < 30; at += 1) await world.agency({ name: `Walked Back ${at} Insurance` })
  await enter(page)
  await page.goto('/?q=walked+back&page=2')
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(5)
  await rows.last().click()
  await expect(page).toHaveURL(/\/agency-detail\/\d+$/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/?q=walked+back&page=2')
  await expect(rows).toHaveCount(5)
  await test.step('after several tabs it is still the same place, scrolled as it was', async () => {
    await page.goto('/?q=walked+back')
    await expect(rows).toHaveCount(25)
    await rows.last().scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate<number>('scrollY')
    expect(scrolled).toBeGreaterThan(100)
    await rows.last().click()
    for (const tab of ['Config', 'Users', 'History']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page).toHaveURL(/tab=/)
    }
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/?q=walked+back')
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(scrolled)
  })
})

test('on a rail every entry is still named and shows its tip', async ({ page, enter }) => {
  await page.setViewportSize({ width: 1100, height: 800 })
  await enter(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
  const main = page.getByRole('link', { name: 'Main' })
  await expect(main).toHaveAttribute('aria-current', 'page')
  await main.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Main')
})
