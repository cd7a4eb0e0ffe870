import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessible, expectReasons } from './support/accessibility.ts'
import {
  addMails,
  addSignins,
  createTemporaryUser,
  reportUsers,
  usersAgency,
  usersTab,
} from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import { agent } from './support/world.ts'

test('[AG-USERS-02] [AG-USERS-03] [AG-USERS-04] [AG-USERS-15] the list: filter focused, locked first, a card per user', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Card Insurance')
  await reportUsers(world, id, { ALX: { emailVerified: false } })
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await expect(tab.cards).toHaveText([/LCK.*Lou Key/, /ABC.*Ann Brown/, /ALX.*Alex Hill/, /OLD.*Olga Dale/])
  await expect(tab.filter).toBeFocused()
  await expect(page.getByRole('button', { name: 'Reload' }).first()).toBeVisible()
  await expect(tab.create).toBeVisible()
  await expect(tab.card('LCK')).toContainText('Locked Out')
  await expect(tab.card('LCK')).toContainText('Legacy')
  await expect(tab.card('ABC')).toContainText('Active')
  await expect(tab.card('ABC')).toContainText('Cloud access enabled')
  await expect(
    tab.card('ALX').getByRole('img', {
      name: 'No permissions found. Try reprocessing the agency config file.',
    }),
  ).toBeVisible()
  const mail = (initials: string) => tab.card(initials).getByRole('img', { name: /^Email/ })
  await expect(mail('ABC')).toHaveAccessibleName('Email verified')
  await expect(mail('ALX')).toHaveAccessibleName('Email not verified')
  await tab.filter.fill('al')
  await expect(tab.cards).toHaveText([/ALX/])
  await tab.filter.fill('')
  await tab.filter.pressSequentially('abcd')
  await expect(tab.filter).toHaveValue('ABC')
  await expect(tab.cards).toHaveText([/ABC/])
  await tab.filter.fill('x')
  await expect(page.getByText('No matching users.')).toBeVisible()
  await tab.filter.fill('')
  await page.getByRole('button', { name: 'Locked Out 1' }).click()
  await expect(tab.cards).toHaveText([/LCK/])
})

test('[AGENT-19] what a report held that was not understood stands on the tab until one is understood', async ({
  page,
  enter,
  world,
  softwareFor,
}) => {
  const id = await usersAgency(world, 'Odd Insurance')
  const software = await softwareFor(id)
  const report = (...statuses: number[]) =>
    software.call(agencyUsers.reportUsers, {
      users: statuses.map((status, at) => ({
        username: `AB${at}`,
        firstName: 'Ann',
        lastName: 'Brown',
        online: true,
        status,
        userFlags: 0,
        agencyPermissions: [1],
        emailVerified: true,
      })),
    })
  await report(0, 4, 0)
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await expect(tab.cards).toHaveText([/AB0/, /AB2/])
  const note = page.getByRole('status').filter({ hasText: 'The last list of users' })
  await expect(note).toContainText(
    'was not understood completely. 1 of 3 users: status 4 is not known. Noted',
  )
  await report(7, 0, 5)
  await expect(note).toContainText('2 of 3 users: status 7 is not known, status 5 is not known. Noted')
  await report(0, 1, 0)
  await expect(note).toBeHidden()
  await expect(tab.cards).toHaveCount(3)
})

test('[AG-USERS-14] the table variant pages by 25, 50 or 100', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Table Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Users of the agency' })
  await expect(table.getByRole('rowheader')).toHaveText(['LCK', 'ABC', 'ALX', 'OLD'])
  const sizes = page.getByRole('combobox', { name: 'Rows per page' }).first().locator('option')
  await expect(sizes).toHaveText(['25', '50', '100'])
  await expectAccessible(page, 'users as a table')
})

test('[AG-USERS-07] [AG-USERS-08] [AG-USERS-20] unlocking is offered for locked users and takes the lock away', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Unlock Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await expect(page.getByRole('button', { name: /^Unlock / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Unlock LCK' }).click()
  await expect(page.getByText('User: Lou Key has been unlocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Unlock / })).toHaveCount(0)
  await expect(tab.card('LCK')).not.toContainText('Locked Out')
})

test('[AG-USERS-18] a user whom somebody else has unlocked in the meantime', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Twice Insurance')
  await enter(page)
  await usersTab(page).open(id)
  const unlock = page.getByRole('button', { name: 'Unlock LCK' })
  await expect(unlock).toBeVisible()
  // Directly in the database, so that there is no live hint.
  await world.sql("update agency_user set status = 0 where agency_id = $1 and username = 'LCK'", [id])
  await unlock.click()
  await expect(page.getByText('User not locked. No action taken.')).toBeVisible()
  await expect(unlock).toHaveCount(0)
})

test('[AG-USERS-19] [AG-USERS-33] what is said when the list or an unlock fails', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await usersAgency(world, 'Failing Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  const unlock = page.getByRole('button', { name: 'Unlock LCK' })
  await expect(unlock).toBeVisible()
  await world.without('agency_user', async () => {
    await unlock.click()
    await expect(
      page.getByText('Something went wrong while unlocking the user. Please try again later.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).first().click()
    await expect(page.getByText('An error occurred while processing your request.').first()).toBeVisible()
  })
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(tab.cards).toHaveCount(4)
})

test('[AG-USERS-09] [AG-USERS-10] [TEMPUSER-03] without the permissions everything can be looked at, and a notice says whom to ask', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Looking Insurance')
  await enter(page, agent)
  const tab = usersTab(page)
  await tab.open(id)
  await expect(
    page.getByRole('status').filter({
      hasText:
        'You do not have permission to unlock users. Please contact your manager or an escalation team member for assistance.',
    }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeDisabled()
  await expectReasons(page, 'users without permissions')
  await tab.create.click()
  await expect(tab.dialog).toContainText(
    'You do not have permission to create temporary users. Please contact your manager for assistance.',
  )
  await expect(tab.dialog.getByRole('textbox')).toHaveCount(0)
  await tab.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tab.dialog).toHaveCount(0)
})

/** Opens the log of LCK's sign-ins, which asks for the last ten. */
async function openSigninLog(page: Page, id: number): Promise<void> {
  const { dialog } = usersTab(page)
  const calls = recordCalls(page)
  await dialog.getByRole('button', { name: 'User Signin Log' }).click()
  await expect(dialog.getByRole('table', { name: 'Sign-ins of the user' })).toBeVisible()
  expect(calls.filter((body) => body.includes('GetSigninLog'))).toEqual([
    `{"command":"GetSigninLog","agencyId":${id},"username":"LCK","lastN":10}`,
  ])
}

test('[AG-USERS-04] [AG-USERS-05] [AG-USERS-26] [AG-USERS-27] [AG-USERS-31] [SHELL-24] the settings dialog is 600 px wide and holds the two logs', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Settings Insurance')
  await addSignins(world, id, 'LCK', [0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 4])
  await addMails(world, id, 'LCK', [6, 3, 6, 1, 3, 6, 1, 3, 6, 1, 4, 5])
  // Opened again within the same second.
  await addMails(world, id, 'LCK', [6])
  await reportUsers(world, id, { LCK: { emailVerified: false } })
  const verified = [Date.now()]
  await reportUsers(world, id)
  verified.push(Date.now())
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'Settings of LCK' }).click()
  await expect(tab.dialog).toBeVisible()
  expect((await tab.dialog.boundingBox())?.width).toBe(600)
  await openSigninLog(page, id)
  const signins = tab.dialog.getByRole('table', { name: 'Sign-ins of the user' })
  await expect(signins.locator('tbody').getByRole('row')).toHaveCount(10)
  await expect(signins.getByRole('columnheader')).toHaveText([/Created/, /Outcome/, /IP/, /Hostname/])
  await expect(signins.locator('tbody').getByRole('row').first()).toContainText('Locked Out')
  await expect(
    tab.dialog.getByText('6 × Successful, then 3 × Invalid Credentials, then Locked Out from 10.0.0.4.'),
  ).toBeVisible()
  await expectAccessible(page, 'sign-in log')
  await test.step('outcomes sort by their number, not by their words', async () => {
    await signins.getByRole('columnheader', { name: 'Outcome' }).getByRole('button').click()
    const outcomes = ['Successful', 'Invalid Credentials', 'Locked Out']
    await expect(signins.locator('tbody td:nth-child(2)')).toHaveText(
      [6, 3, 1].flatMap((times, at) => Array<string>(times).fill(outcomes[at] ?? '')),
    )
  })
  await tab.dialog.getByRole('button', { name: 'Email Status Log' }).click()
  const mails = tab.dialog.getByRole('table', { name: 'Mails to the user' })
  await expect(mails.locator('tbody').getByRole('row')).toHaveCount(10)
  await expect(mails.getByRole('columnheader')).toHaveText([/Time/, /Event/, /To/, /Category/])
  await expect(mails.locator('tbody').getByRole('row').first()).toContainText('Bounce')
  const categories = ['Forgot Password', 'Temporary Password', 'Email Verification', 'Other']
  await expect(mails.locator('tbody td:last-child')).toHaveText(
    Array.from({ length: 10 }, (_, at) => categories[at % 4] ?? ''),
  )
  await tab.dialog.getByRole('button', { name: 'Next' }).click()
  const rest = mails
    .locator('tbody')
    .getByRole('row')
    .getByRole('cell', { name: /^(Open|Delivered)$/ })
  await expect(rest).toHaveText(['Delivered', 'Open', 'Open'])
  await tab.dialog.getByRole('button', { name: 'Prev' }).click()
  await expect(mails.locator('tbody').getByRole('row')).toHaveCount(10)
  const shown = /Email verified on (\S+ \S+)/.exec((await tab.dialog.textContent()) ?? '')?.[1]
  expect(verified.map(inNewYork)).toContain(shown)
  await expect(tab.dialog.getByText('The last mail to this user was not delivered.')).toBeVisible()
  await expect(tab.dialog.getByRole('link', { name: 'Find in Email Management' })).toHaveAttribute(
    'href',
    '/email-management?q=ann%40agency.test',
  )
  await expectAccessible(page, 'email log')
  // On the first page Prev is disabled, so the focus has left the dialog.
  await page.keyboard.press('Escape')
  await expect(tab.dialog).toHaveCount(0)
})

test('[AG-USERS-22] [AG-USERS-23] [AG-USERS-28] [AG-USERS-36] what is said when a log cannot be read', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await usersAgency(world, 'Unread Insurance')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await expect(tab.cards).toHaveCount(4)
  await world.without('agency_sign_in', async () => {
    await page.getByRole('button', { name: 'User Signin Log of ABC' }).click()
    await expect(tab.dialog.getByText('Unable to get signin log. Please try again later.')).toBeVisible()
  })
  await world.without('agency_email_event', async () => {
    await tab.dialog.getByRole('button', { name: 'Email Status Log' }).click()
    await expect(
      tab.dialog.getByText('Unable to get email events log. Please try again later.'),
    ).toBeVisible()
    await expect(tab.dialog.getByText('An error occurred while processing your request.')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await world.without('super_user', async () => {
    await tab.log.getByRole('button', { name: 'Reload' }).click()
    await expect(tab.log.getByText('Unable to fetch logs.').first()).toBeVisible()
  })
})

/** An instant in the logs' format. */
const inNewYork = (at: number) =>
  new Date(at)
    .toLocaleString('en-US', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    .replace(',', '')

test('[AG-USERS-34] the creation log shows who made whom, newest first', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Logged Insurance')
  const maker = await world.person({ permissions: [P.CanAccess, P.SuperUserCreation] })
  for (const initials of ['--0', '--1', '--2']) await createTemporaryUser(world, id, initials, maker)
  // Both times come from the server's clock, which a test cannot change.
  await world.sql(
    `update super_user set expires_at = '2026-11-19T15:00:00Z',
       created_at = '2026-11-19T13:00:00Z'::timestamptz + make_interval(mins => right(username, 1)::int)
     where agency_id = $1`,
    [id],
  )
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  const table = tab.log.getByRole('table', { name: 'Super User Creation Log' })
  await expect(table.getByRole('columnheader')).toHaveText([/initials/, /username/, /created/, /expires/])
  await expect(table.getByRole('columnheader', { name: 'created' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(table.getByRole('rowheader')).toHaveText(['--2', '--1', '--0'])
  await expect(table.locator('tbody').getByRole('row').first().getByRole('cell')).toHaveText([
    maker,
    '11/19/2026 08:02:00',
    '11/19/2026 10:00:00',
  ])
  await expect(tab.log.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('[AG-USERS-01] an online agency has its users elsewhere', async ({ page, enter, world }) => {
  const id = await usersAgency(world, 'Elsewhere Insurance', true)
  await enter(page)
  await usersTab(page).open(id)
  await expect(
    page.getByText(
      'This functionality does not apply to online (HS 6) agencies. Please use the agency detail page:',
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Agency Detail 6x' })).toHaveAttribute(
    'href',
    `/agency-detail-6x/${id}`,
  )
  await expect(page.getByRole('list', { name: 'Agency Users' })).toHaveCount(0)
})
