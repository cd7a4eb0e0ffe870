import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, lockByGuessing, test } from './support/fixture.ts'
import { liveStream, signInPage } from './support/screens.ts'
import { admin, type World } from './support/world.ts'

const all = Object.values(P)
/** As wide as the dialog that names it. */
const longHost = `support-${'w'.repeat(50)}.test`

/** The accounts screen with one person's row expanded. */
function accountsPage(page: Page) {
  return {
    row: (username: string) => page.locator(`tr[data-row="${username}"]`),
    button: (name: string) => page.getByRole('region', { name: /^Account of/ }).getByRole('button', { name }),
    async open(username: string) {
      await page.goto(`/staff-accounts?q=${username}&open=${username}`)
    },
    /** Answers the confirmation question of an action. */
    async confirm(name: string, reason = '') {
      const question = page.getByRole('alertdialog')
      if (reason !== '') await question.getByRole('textbox', { name: 'Reason (optional)' }).fill(reason)
      await question.getByRole('button', { name }).click()
    },
  }
}

/** The journal entries about a person's account, with the reasons. */
const readJournal = (world: World, username: string) =>
  world.sql(`select event, reason from journal where subject = $1 and event like 'staff.%' order by seq`, [
    username,
  ])

test('a new account gets a password that is shown once and must be changed', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  await enter(page)
  await page.goto('/staff-accounts')
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create staff account' })
  const name = dialog.getByRole('textbox', { name: 'User Name' })
  await name.fill('nobody')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog).toContainText('User name must be an email address, such as name@example.com.')
  await name.fill(admin)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('There is already an account with this user name.')
  // Esc loses nothing that was typed.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await name.fill(`Fresh.Start@${longHost}`)
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Fresh')
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Start')
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('joins support')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const shown = page.getByRole('dialog', { name: 'New password' })
  const password = (await shown.getByRole('code').textContent()) ?? ''
  expect(password).toMatch(/^\S{20}$/)
  await expectAccessible(page, 'a new password')
  const [box, inner] = await Promise.all([
    shown.boundingBox(),
    shown.getByText('It is shown this once').boundingBox(),
  ])
  expect(inner?.width, 'a long user name in the dialog').toBeLessThan(box?.width ?? 0)
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(password)).toHaveCount(0)
  await expect(accountsPage(page).row(`fresh.start@${longHost}`)).toContainText('Password Change Required')
  expect(await readJournal(world, `fresh.start@${longHost}`)).toEqual([
    { event: 'staff.added', reason: 'joins support' },
  ])
  const theirs = await elsewhere(await world.person())
  await theirs.context().clearCookies()
  await theirs.goto('/signin')
  await signInPage(theirs).signIn(`fresh.start@${longHost}`, password)
  await expect(theirs.getByLabel('New Password', { exact: true })).toBeVisible()
})

test('copying a new password puts it on the clipboard and in no message', async ({
  page,
  enter,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const username = await world.person()
  await enter(page)
  const accounts = accountsPage(page)
  await accounts.open(username)
  await accounts.button('Reset password').click()
  await accounts.confirm('Reset password', 'forgot it')
  const password = (await page.getByRole('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'Copy the password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied the password' })).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(password)
  await expect(page.getByText(password)).toHaveCount(1)
  expect(await readJournal(world, username)).toEqual([{ event: 'staff.passwordSet', reason: 'forgot it' }])
})

test('disabling an account asks first and closes the person’s open screens at once', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const username = await world.person()
  const theirs = await elsewhere(username)
  await theirs.goto('/')
  const live = theirs.waitForResponse(liveStream)
  await theirs.reload()
  await live
  await enter(page)
  const accounts = accountsPage(page)
  await accounts.open(username)
  await accounts.button('Disable account').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(accounts.row(username)).toContainText('Enabled')
  await accounts.button('Disable account').click()
  await accounts.confirm('Disable account', 'left the company')
  await expect(theirs).toHaveURL(/\/signin/)
  await expect(accounts.row(username)).toContainText('Disabled')
  await expect(accounts.row(username).getByRole('cell').last()).toHaveText('0')
  await accounts.button('Enable account').click()
  await accounts.confirm('Enable account')
  await expect(accounts.row(username)).toContainText('Enabled')
  expect(await readJournal(world, username)).toEqual([
    { event: 'staff.disabled', reason: 'left the company' },
    { event: 'staff.enabled', reason: null },
  ])
})

test('a locked name is unlocked; a second factor goes only after the user name was typed', async ({
  page,
  enter,
  server,
  world,
}) => {
  const username = await world.person({ mfa: 0 })
  await lockByGuessing(page.context(), server.origin, username)
  await enter(page)
  const accounts = accountsPage(page)
  await accounts.open(username)
  await expect(accounts.row(username)).toContainText('Locked')
  await accounts.button('Unlock').click()
  await accounts.confirm('Unlock')
  await expect(accounts.row(username)).not.toContainText('Locked')
  await expect(accounts.button('Unlock')).toHaveAccessibleDescription('This account is not locked.')
  await accounts.button('Remove second factor').click()
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove second factor' })
  await expect(remove).toBeDisabled()
  // Over the safe answer: the field that confirms takes it, not the reason above it.
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.type(username)
  await expect(page.getByRole('textbox', { name: `Type ${username} to confirm` })).toHaveValue(username)
  await remove.click()
  await expect(accounts.row(username)).toContainText('Off')
  await expect(accounts.button('Remove second factor')).toHaveAccessibleDescription(
    'This person has no second factor.',
  )
})

test('what one may not do stands there disabled, with the reason', async ({ page, enter, world }) => {
  const [looker, username] = [
    await world.person({ permissions: [P.CanAccess, P.CanListUsers] }),
    await world.person({ mfa: 0 }),
  ]
  await enter(page, looker)
  const accounts = accountsPage(page)
  await accounts.open(username)
  const needs = (name: string) => `Needs the ${name} permission.`
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveAccessibleDescription(
    needs('CanCreateUser'),
  )
  for (const [button, permission] of [
    ['Unlock', 'CanUnlockUsers'],
    ['Reset password', 'CanResetPassword'],
    ['Remove second factor', 'CanResetPassword'],
    ['Disable account', 'CanDeleteUser'],
  ] as const) {
    await expect(accounts.button(button)).toBeDisabled()
    await expect(accounts.button(button)).toHaveAccessibleDescription(needs(permission))
  }
})

test('nobody disables or resets their own account', async ({ page, enter }) => {
  await enter(page)
  const accounts = accountsPage(page)
  await accounts.open(admin)
  for (const button of ['Reset password', 'Remove second factor', 'Disable account'])
    await expect(accounts.button(button)).toHaveAccessibleDescription(
      'You cannot do this to your own account.',
    )
})

test('the account of somebody who holds more than oneself can only be unlocked', async ({
  page,
  enter,
  world,
}) => {
  const permissions = [P.CanAccess, P.CanListUsers, P.CanDeleteUser, P.CanResetPassword]
  await enter(page, await world.person({ permissions }))
  const accounts = accountsPage(page)
  await accounts.open(admin)
  for (const button of ['Reset password', 'Remove second factor', 'Disable account'])
    await expect(accounts.button(button)).toHaveAccessibleDescription(
      'This person has a permission that you do not have. Somebody who has it must do this.',
    )
  const colleague = await world.person({ permissions: [P.CanAccess] })
  await accounts.open(colleague)
  await expect(accounts.button('Reset password')).toBeEnabled()
})

test('what was done to an account is told to the person until they dismiss it', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const username = await world.person({ permissions: [P.CanAccess] })
  await enter(page)
  const accounts = accountsPage(page)
  await accounts.open(username)
  for (const act of ['Disable account', 'Enable account']) {
    await accounts.button(act).click()
    await accounts.confirm(act)
  }
  await expect(accounts.button('Disable account')).toBeEnabled()
  const theirs = await elsewhere(username)
  await theirs.goto('/')
  const dialog = theirs.getByRole('dialog', { name: 'About your account' })
  const items = dialog.getByRole('listitem')
  await expect(items.first()).toHaveText(
    new RegExp(`^Your account was enabled again by ${admin} on \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d\\.$`),
  )
  await expect(items.last()).toContainText(`Your account was disabled by ${admin} on`)
  await expectAccessible(theirs, 'what was done to one’s account')
  // Keys meant for the screen below do not dismiss it.
  for (const key of ['Enter', 'Space', 'Escape']) await theirs.keyboard.press(key)
  await theirs.reload()
  await expect(items).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(dialog).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await readJournal(world, username)).toMatchObject([
    { event: 'staff.disabled' },
    { event: 'staff.enabled' },
    { event: 'staff.noticesRead' },
  ])
})

test('without CanListUsers the accounts do not open', async ({ page, enter, world }) => {
  await enter(page, await world.person({ permissions: all.filter((id) => id !== P.CanListUsers) }))
  await page.goto('/staff-accounts')
  await expect(page).toHaveURL('/unauthorized')
})

test('both staff screens are accessible', async ({ page, enter, world }) => {
  const [username, other] = [await world.person({ permissions: [2000, 2005] }), await world.person()]
  await enter(page)
  await page.goto(`/user-management?open=${username}&q=${username}`)
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption(other)
  await expect(page.getByRole('group', { name: /^Compared with/ })).toBeVisible()
  await expectAccessibleInBoth(page, 'user management with a card open')
  await page.goto(`/user-management?open=${admin}&q=${admin}`)
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await expectAccessibleInBoth(page, 'one’s own permissions')
  const accounts = accountsPage(page)
  await accounts.open(username)
  await expect(accounts.button('Unlock')).toBeVisible()
  await expectAccessibleInBoth(page, 'staff accounts with a row open')
  await accounts.button('Reset password').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBoth(page, 'the question before a new password')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(page, 'creating an account')
})
