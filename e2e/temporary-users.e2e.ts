import { whyNotTemporaryPassword } from '@agency-support/contract/rules/temporary-users'
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts'
import { createTemporaryUser, usersAgency, usersTab } from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import { signInLongAgo } from './support/second-factor.ts'
import { password } from './support/world.ts'

test('[TEMPUSER-01] [TEMPUSER-06] [TEMPUSER-07] [TEMPUSER-10] [TEMPUSER-11] [TEMPUSER-12] [TEMPUSER-14] the form makes a temporary user and shows the password once', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Temporary Insurance')
  await enter(page)
  const calls = recordCalls(page)
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  const initials = tab.dialog.getByRole('textbox', { name: 'Initials' })
  const password = tab.dialog.getByLabel('Password', { exact: true })
  await expect(initials).toHaveValue('--0')
  await expect(tab.dialog.getByRole('radio')).toHaveCount(4)
  await expect(tab.dialog.getByRole('radio', { name: '2 hours', exact: true })).toBeChecked()
  for (const hours of ['8 hours', '24 hours', '72 hours'])
    await expect(tab.dialog.getByRole('radio', { name: hours, exact: true })).not.toBeChecked()
  const made = await password.inputValue()
  expect(made).toHaveLength(16)
  expect(whyNotTemporaryPassword(made)).toBeUndefined()
  const save = tab.dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeEnabled()
  await password.fill('weak')
  await expect(save).toBeDisabled()
  await tab.dialog.getByRole('button', { name: 'New password' }).click()
  const secret = await password.inputValue()
  expect(secret).not.toBe(made)
  await page.mouse.click(5, 400)
  await page.keyboard.press('Escape')
  await expect(tab.dialog).toBeVisible()
  await expectAccessible(page, 'create temporary user')
  await initials.fill('')
  await expect(save).toBeDisabled()
  await initials.fill('--0')
  await tab.dialog.getByRole('radio', { name: '8 hours', exact: true }).check()
  await save.click()
  await expect(tab.dialog).toContainText('Temporary user --0 created. Password is shown once.')
  await expect(tab.dialog.getByText(secret)).toBeVisible()
  const sent = calls
    .map((body) => JSON.parse(body) as Record<string, string>)
    .find((body) => body['Username'])
  expect(sent).toEqual({
    Username: '--0',
    AgencyId: id,
    Password: secret,
    ExpiresOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const hours = (Date.parse(sent?.['ExpiresOn'] ?? '') - Date.now()) / 3_600_000
  expect(Math.abs(hours - 8)).toBeLessThan(0.05)
  await tab.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
})

test('with a sign-in of long ago it is asked who is acting, over the form and without losing what it holds', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Careful Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  await tab.dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Ticket 4711')
  await signInLongAgo(world)
  await tab.dialog.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm that it is you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.dialog.getByRole('alert')).toHaveText('Please confirm that it is you.')
  await expect(tab.dialog.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Ticket 4711')
  await tab.dialog.getByRole('button', { name: 'Save' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(tab.dialog).toContainText('Temporary user --0 created. Password is shown once.')
})

test('a temporary user appears on every screen and can be ended from any', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await usersAgency(world, 'Shared Insurance')
  await enter(page)
  const colleague = await elsewhere()
  const there = usersTab(colleague)
  await there.open(id)
  await expect(there.live).toContainText('There is no temporary user to revoke.')
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  await tab.dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tab.dialog).toContainText('Temporary user --0 created. Password is shown once.')
  await tab.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tab.card('--0')).toContainText('Temporary')
  // Another person's screen is updated live, also about its end.
  await expect(there.live).toContainText('--0')
  await expectAccessibleInBoth(colleague, 'a live temporary user')
  await there.live.getByRole('button', { name: 'Revoke now: --0' }).click()
  await colleague.getByRole('button', { name: 'Revoke now', exact: true }).last().click()
  await expect(colleague.getByText('Temporary user --0 was revoked.')).toBeVisible()
  await expect(colleague.getByRole('heading', { name: 'Active Temporary Users' })).toBeFocused()
  await expect(tab.live).toContainText('There is no temporary user to revoke.')
  await expect(tab.card('--0')).toHaveCount(0)
})

test('[TEMPUSER-04] [TEMPUSER-05] the required fields say so when they are left', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Required Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  await tab.dialog.getByRole('textbox', { name: 'Initials' }).fill('')
  await tab.dialog.getByLabel('Password', { exact: true }).fill('')
  await tab.dialog.getByRole('radio').first().focus()
  await expect(tab.dialog.getByText('THis field is required', { exact: true })).toBeVisible()
  await expect(tab.dialog.getByText('This field is required', { exact: true })).toBeVisible()
})

test('[TEMPUSER-09] when no initials are left, none can be made', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Crowded Insurance')
  // More than a report of users may contain: only migrated data can be so many.
  await world.sql(
    `insert into agency_user (agency_id, username, first_name, last_name, online, status, user_flags,
       agency_permissions, email_verified)
     with sign as (select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', n, 1) as s from generate_series(1, 36) n)
     select $1, name, '', '', true, 0, 16, '{1}', true from (
       select '--' || s as name from sign
       union all select '-' || a.s || b.s from sign a, sign b
       union all select a.s || b.s || c.s from sign a, sign b, sign c
     ) as names on conflict do nothing`,
    [id],
  )
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  await expect(tab.dialog.getByRole('alert')).toHaveText('Unable to generate any more users.')
  await expect(tab.dialog.getByRole('textbox', { name: 'Initials' })).toHaveValue('N/A')
  await expect(tab.dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('[SHELL-28] [TEMPUSER-08] a save that fails keeps the form; initials taken meanwhile give way to the next', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await usersAgency(world, 'Taken Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await tab.create.click()
  const save = tab.dialog.getByRole('button', { name: 'Save' })
  await world.without('super_user', async () => {
    await save.click()
    await expect(tab.dialog.getByRole('alert')).toHaveText('Unable to process request. Something went wrong.')
  })
  await createTemporaryUser(world, id, '--0')
  await save.click()
  await expect(tab.dialog.getByRole('alert')).toHaveText('Initials already in use.')
  await expect(tab.dialog.getByRole('textbox', { name: 'Initials' })).toHaveValue('--1')
  await save.click()
  await expect(tab.dialog).toContainText('Temporary user --1 created.')
})
