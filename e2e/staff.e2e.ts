import { P, permissionMessages } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { expect, test } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import { shownTime } from './support/shown-time.ts'

const failed = 'An error occurred while processing your request'
const all = Object.values(P)

/** The user screen. */
function usersPage(page: Page) {
  return {
    rows: page.locator('tbody tr[data-row]'),
    row: (username: string) => page.locator(`tr[data-row="${username}"]`),
    search: page.getByRole('textbox', { name: 'Search' }),
    card: page.getByRole('region', { name: /^User Permissions of/ }),
    switch: (name: string) => page.getByRole('switch', { name, exact: true }),
    async open(username: string) {
      await page.goto(`/user-management?q=${username}`)
      await page.locator(`tr[data-row="${username}"]`).getByText(username).click()
    },
  }
}

// A string, because it runs in the page.
const colourOfBar = `getComputedStyle(document.querySelector('[role="progressbar"]'), '::after').backgroundColor`

/** The permission list of every save that was sent. */
const savedLists = (bodies: readonly string[]) =>
  bodies
    .map(
      (body) => JSON.parse(body) as { command?: string; user?: { permissions: number[]; version: number } },
    )
    .filter(({ command }) => command === 'SaveUserPermissions')
    .map(({ user }) => user)

test('[USERMGMT-01] [USERMGMT-02] [USERMGMT-05] [USERMGMT-10] [USERMGMT-15] the screen has heading, help, search and a sortable table', async ({
  page,
  enter,
  world,
}) => {
  const username = await world.person()
  const named = `update staff set first_name = $2, last_name = 'Brownfield' where username = $1`
  await world.sql(named, [username, 'Mary'])
  for (const name of ['Ada', 'Zoe']) await world.sql(named, [await world.person(), name])
  await enter(page)
  const calls = recordCalls(page)
  await page.goto('/user-management')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Help: User management' }).click()
  await expect(page.getByRole('note', { name: 'Help: User management' })).toBeVisible()
  await page.keyboard.press('Escape')
  const { rows, row, search, card } = usersPage(page)
  await expect(page.getByRole('columnheader')).toHaveText(['Details', 'User Name', 'Name', 'Status', 'MFA'])
  await expect(page.getByLabel('Rows per page').locator('option')).toHaveText(['25', '50', '100'])
  await expect(page.getByLabel('Rows per page')).toHaveValue('25')
  // Other tests create people too, eventually more than fit on the largest page.
  await search.fill('brownfield')
  await expect(rows).toHaveCount(3)
  await expect(row(username)).toContainText('Mary Brownfield')
  expect(calls.map((body) => JSON.parse(body) as object)).toContainEqual({
    command: 'GetUserPermissionList',
    agencyId: 0,
  })
  const names = () => page.getByRole('rowheader').allTextContents()
  const ascending = await names()
  await page.getByRole('button', { name: 'User Name' }).click()
  await expect.poll(names).toEqual(ascending.toReversed())
  for (const header of ['Name', 'Status', 'MFA']) {
    await page.getByRole('columnheader').getByRole('button', { name: header, exact: true }).click()
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  }
  await search.fill('mary BR')
  await expect(rows).toHaveCount(1)
  await search.fill(username)
  await expect(rows).toHaveCount(1)
  // Nothing here changes a status: the row only expands, and the card contains only permissions.
  await row(username).getByText(username).click()
  await expect(card.getByRole('switch').first()).toBeVisible()
  await expect(row(username).getByRole('button')).toHaveCount(1)
  await expect(row(username).getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('combobox')).toHaveAccessibleName('Compare with')
  await expect(card.getByRole('switch', { name: /status|lock|able/i })).toHaveText([
    'CanUnlockUsers',
    'CanUnlockAgencyUsers',
    'EditAgencyStatus',
  ])
})

test('[USERMGMT-08] [USERMGMT-09] status and MFA are shown in words, with a sign and a colour', async ({
  page,
  enter,
  world,
}) => {
  const people = [
    { status: 0, mfa: 0, label: 'Enabled', icon: 'circle-check', factor: 'On' },
    { status: 1, mfa: 1, label: 'Disabled', icon: 'ban', factor: 'Off' },
    { status: 2, mfa: 2, label: 'Locked', icon: 'lock', factor: 'Off' },
    { status: 3, mfa: 1, label: 'Password Change Required', icon: 'shield-alert', factor: 'Off' },
  ]
  const colours = ['rgb(20, 108, 46)', 'rgb(179, 38, 30)', 'rgb(179, 38, 30)', 'rgb(122, 82, 0)']
  await enter(page)
  for (const [index, { status, mfa, label, icon, factor }] of people.entries()) {
    const username = await world.person({ status, mfa })
    await page.goto(`/user-management?q=${username}`)
    const cells = usersPage(page).row(username).getByRole('cell')
    await expect(cells.nth(2)).toHaveText(label)
    await expect(cells.nth(2).locator(`svg.lucide-${icon}`)).toHaveCount(1)
    await expect(cells.nth(2).locator('[data-role]')).toHaveCSS('color', colours[index] ?? '')
    await expect(cells.nth(3)).toHaveText(factor)
  }
})

test('[USERMGMT-06] [USERMGMT-07] [USERMGMT-21] [USERMGMT-22] a switch saves the whole list at once and flips when it is stored', async ({
  page,
  enter,
  world,
}) => {
  const username = await world.person({ permissions: [2000, 2006] })
  await enter(page)
  const users = usersPage(page)
  await users.open(username)
  await expect(users.card.getByRole('heading', { name: 'User Permissions' })).toBeVisible()
  await expect(users.card.getByRole('heading', { level: 3 })).toHaveText([
    'Users',
    'Agency Users',
    'Agency Support',
    'Alerts',
    'Texting',
    'E-Signature',
    'Agency Administration',
  ])
  await expect(users.card.getByRole('switch')).toHaveCount(23)
  await expect(users.switch('CanDeleteUser')).toHaveCount(0)
  const calls = recordCalls(page)
  await users.switch('SeatManagement').click()
  await users.switch('DownloadClientFiles').click()
  await users.switch('EditAgencyStatus').click()
  await expect(page.getByRole('status').filter({ hasText: 'Permissions updated' })).toBeVisible()
  await expect(users.switch('SeatManagement')).toHaveAttribute('aria-checked', 'true')
  await expect(users.switch('DownloadClientFiles')).toHaveAttribute('aria-checked', 'true')
  await expect(users.switch('EditAgencyStatus')).toHaveAttribute('aria-checked', 'false')
  expect(savedLists(calls)).toEqual([
    { username, agencyId: 0, permissions: [2000, 2006, 2005], version: 1 },
    { username, agencyId: 0, permissions: [2000, 2005, 2006, 2007], version: 2 },
    { username, agencyId: 0, permissions: [2000, 2005, 2007], version: 3 },
  ])
  const stored = () => world.sql('select permissions, version from staff where username = $1', [username])
  expect(await stored()).toEqual([{ permissions: [2000, 2005, 2007], version: 4 }])
  await users.card.getByRole('button', { name: 'Undo' }).click()
  await expect(users.switch('EditAgencyStatus')).toHaveAttribute('aria-checked', 'true')
  expect(await stored()).toEqual([{ permissions: [2000, 2005, 2006, 2007], version: 5 }])
})

test('[USERMGMT-03] [USERMGMT-04] [USERMGMT-24] an empty table says No Results, a failed one why, and the bar turns red', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  await enter(page)
  await page.goto('/user-management')
  const { rows, search } = usersPage(page)
  await expect(rows.first()).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Loading users' })
  await expect(bar).toHaveCount(0)
  await search.fill('nobody is called this')
  await expect(page.getByRole('cell', { name: 'No Results' })).toBeVisible()
  expectErrors(/ 500 /)
  // Only the list needs this column; signing in and the available permissions do not.
  await world.sql('alter table staff rename column first_name to first_name_away')
  try {
    await page.goto('/user-management')
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
  } finally {
    await world.sql('alter table staff rename column first_name_away to first_name')
  }
  await expect(bar).toHaveAttribute('aria-valuetext', 'Failed')
  expect(await page.evaluate<string>(colourOfBar)).toBe('rgb(179, 38, 30)')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows.first()).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('[USERMGMT-04] the bar shows while users load', async ({ page, enter, server }) => {
  await enter(page)
  await page.goto('/')
  const menuEntry = page.getByRole('link', { name: 'User Management' })
  await expect(menuEntry).toBeVisible()
  const holder = new pg.Client(server.databaseUrl)
  await holder.connect()
  const bar = page.getByRole('progressbar', { name: 'Loading users' })
  try {
    await holder.query('begin; lock table staff in access exclusive mode')
    await menuEntry.click()
    await expect(bar).toHaveAttribute('aria-valuetext', 'Loading')
    await expect(bar).toBeVisible()
  } finally {
    await holder.end()
  }
  await expect(usersPage(page).rows.first()).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('[USERMGMT-23] without the permissions there are, the list is not asked for', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  await enter(page)
  await page.goto('/')
  const menuEntry = page.getByRole('link', { name: 'User Management' })
  await expect(menuEntry).toBeVisible()
  const calls = recordCalls(page)
  expectErrors(/ 500 /)
  await world.sql('alter table staff rename to staff_away')
  try {
    await menuEntry.click()
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
  } finally {
    await world.sql('alter table staff_away rename to staff')
  }
  const asked = () => calls.map((body) => (JSON.parse(body) as { command?: string }).command)
  expect(asked()).toContain('GetAvailablePermissions')
  expect(asked()).not.toContain('GetUserPermissionList')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(usersPage(page).rows.first()).toBeVisible()
  expect(asked()).toContain('GetUserPermissionList')
})

test('[USERMGMT-25] a list that somebody else changed meanwhile is not overwritten: it says who, and shows it', async ({
  page,
  enter,
  elsewhere,
  server,
  world,
}) => {
  const [username, other] = [
    await world.person({ permissions: [2000] }),
    await world.person({ permissions: all }),
  ]
  await enter(page)
  const [mine, theirs] = [usersPage(page), usersPage(await elsewhere(other))]
  await mine.open(username)
  await theirs.open(username)
  const holder = new pg.Client(server.databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from staff where username = $1 for update', [username])
    await theirs.switch('SeatManagement').click()
    await expect.poll(() => world.countWaiting()).toBe(1)
    await mine.switch('CanManageTexting').click()
    await expect.poll(() => world.countWaiting()).toBe(2)
    // Not before it is stored: the spinner turns, the switch stays.
    await expect(mine.switch('CanManageTexting')).toHaveAttribute('aria-busy', 'true')
    await expect(mine.switch('CanManageTexting')).toHaveAttribute('aria-checked', 'false')
  } finally {
    await holder.end()
  }
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
  await expect(mine.card.getByRole('alert')).toHaveText(
    new RegExp(
      `^${other} changed the permissions of this user at ${shownTime}\\. Your change was not saved\\.$`,
    ),
  )
  await expect(mine.switch('SeatManagement')).toHaveAttribute('aria-checked', 'true')
  await expect(mine.switch('CanManageTexting')).toHaveAttribute('aria-checked', 'false')
  await mine.switch('CanManageTexting').click()
  await expect(mine.switch('CanManageTexting')).toHaveAttribute('aria-checked', 'true')
  await expect(mine.card.getByRole('alert')).toHaveCount(0)
  expect(await world.sql('select permissions from staff where username = $1', [username])).toEqual([
    { permissions: [2000, 2005, 4001] },
  ])
})

test('one’s own switches and what one does not hold are disabled, with the reason', async ({
  page,
  enter,
  world,
}) => {
  const [sender, username] = [
    await world.person({ permissions: [P.CanAccess, P.CanUpdatePermissions] }),
    await world.person({ permissions: [P.CanAccess, P.CanManageTexting] }),
  ]
  await enter(page, sender)
  const users = usersPage(page)
  await users.open(sender)
  await expect(users.card.getByRole('status').first()).toBeAttached()
  await expect(users.card).toContainText('You cannot change your own permissions.')
  await expect(users.card.getByRole('switch')).not.toHaveCount(0)
  await expect(users.card.getByRole('switch', { disabled: false })).toHaveCount(0)
  await users.open(username)
  const lacked = users.switch('EditAgencyStatus')
  await expect(lacked).toBeDisabled()
  await expect(lacked).toHaveAccessibleDescription(/You cannot grant a permission that you do not hold\./)
  const calls = recordCalls(page)
  await lacked.click({ force: true })
  await users.switch('CanManageTexting').click()
  await expect(users.switch('CanManageTexting')).toHaveAttribute('aria-checked', 'false')
  expect(savedLists(calls).map((user) => user?.permissions)).toEqual([[2000]])
})

test('permissions are found, cut to those that are on, and compared with another user’s', async ({
  page,
  enter,
  world,
}) => {
  const [username, other] = [
    await world.person({ permissions: [2000, 2005] }),
    await world.person({ permissions: [2000, 4001] }),
  ]
  await enter(page)
  const { open, card } = usersPage(page)
  await open(username)
  await card.getByRole('textbox', { name: 'Find permission' }).fill('TEXT')
  await expect(card.getByRole('switch')).toHaveText(['CanManageTexting'])
  await card.getByRole('textbox', { name: 'Find permission' }).fill('2006')
  await expect(card.getByRole('switch')).toHaveText(['EditAgencyStatus'])
  await card.getByRole('textbox', { name: 'Find permission' }).fill('no such thing')
  await expect(card).toContainText('No matching permissions')
  await card.getByRole('textbox', { name: 'Find permission' }).fill('')
  await card.getByRole('checkbox', { name: 'Only on' }).check()
  await expect(card.getByRole('switch')).toHaveText(['CanAccess', 'SeatManagement'])
  await card.getByRole('combobox', { name: 'Compare with' }).selectOption(other)
  const compared = card.getByRole('group', { name: /^Compared with/ })
  await expect(compared.getByRole('heading')).toHaveText([`Only ${username} 1`, `Only ${other} 1`, 'Both 1'])
  await expect(compared.getByRole('listitem')).toHaveText(['SeatManagement', 'CanManageTexting', 'CanAccess'])
})

test('[ROUTE-06] [NAV-15] without CanUpdatePermissions neither the address nor the menu opens the screen', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, await world.person({ permissions: all.filter((id) => id !== P.CanUpdatePermissions) }))
  await page.goto('/user-management')
  await expect(page).toHaveURL('/unauthorized')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByText('User Management').click()
  const message = page.getByRole('alert').filter({ hasText: permissionMessages.menu('User Management') })
  await expect(message).toBeVisible()
  await expect(page).toHaveURL('/')
})
