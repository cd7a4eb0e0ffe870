import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  addMails,
  addSignins,
  createTemporaryUser,
  reportUsers,
  usersAgency,
  usersTab,
} from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
import { countLinesOfHalves } from './support/layout.ts'
import { recordCalls } from './support/screens.ts'

/** An address that is longer than its column, and has a hyphen in each half. */
const mailedTo = 'annmarie-smith@agency-6938.test'

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

/** Opens the log of LCK's mails, of which the address was verified between two instants, and reads it. */
async function readEmailLog(page: Page, verified: readonly number[]): Promise<void> {
  const tab = usersTab(page)
  await tab.dialog.getByRole('button', { name: 'Email Status Log' }).click()
  const mails = tab.dialog.getByRole('table', { name: 'Mails to the user' })
  await expect(mails.locator('tbody').getByRole('row')).toHaveCount(10)
  await expect(mails.getByRole('columnheader')).toHaveText([/Time/, /Event/, /To/, /Category/])
  await expect(mails.locator('tbody').getByRole('row').first()).toContainText('Bounce')
  // A long address wraps before its @, not at its hyphens.
  expect(await countLinesOfHalves(page, mailedTo)).toEqual([1, 1])
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
    `/email-management?q=${encodeURIComponent(mailedTo)}`,
  )
}

test('[AG-USERS-04] [AG-USERS-05] [AG-USERS-26] [AG-USERS-27] [AG-USERS-31] [SHELL-24] the settings dialog is 600 px wide and holds the two logs', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Settings Insurance')
  await addSignins(world, id, 'LCK', [0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 4])
  await addMails(world, id, 'LCK', [6, 3, 6, 1, 3, 6, 1, 3, 6, 1, 4, 5], mailedTo)
  // Opened again within the same second.
  await addMails(world, id, 'LCK', [6], mailedTo)
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
  await readEmailLog(page, verified)
  await expectAccessible(page, 'email log')
  // On the first page Prev is disabled, so the focus has left the dialog.
  await page.keyboard.press('Escape')
  await expect(tab.dialog).toHaveCount(0)
})

test('a sign-in is one line, from a computer named by Windows, and the time of a mail is one', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Lined Insurance')
  await addSignins(world, id, 'LCK', [3], { ip: '192.168.1.250', hostname: 'DESKTOP-7J4K2M1' })
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'User Signin Log of LCK' }).click()
  const row = tab.dialog.locator('tbody').getByRole('row')
  await expect(row).toContainText('DESKTOP-7J4K2M1')
  for (const part of ['time', 'td:nth-child(3) span span', 'td:last-child span'])
    expect((await row.locator(part).first().boundingBox())?.height, part).toBeLessThan(25)
  await addMails(world, id, 'LCK', [3], mailedTo)
  await tab.dialog.getByRole('button', { name: 'Email Status Log' }).click()
  await expect(row).toContainText('Delivered')
  expect((await row.locator('time').boundingBox())?.height).toBeLessThan(25)
})

test('later sign-ins and mails wait in an open log until they are asked for', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Trying Insurance')
  await addSignins(world, id, 'LCK', [3, 3])
  await addMails(world, id, 'LCK', [1])
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'User Signin Log of LCK' }).click()
  const rows = tab.dialog.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await addSignins(world, id, 'LCK', [3, 3, 0])
  const show = tab.dialog.getByRole('button', { name: 'Show 1 new sign-in' })
  await expect(show).toBeVisible()
  await expect(rows).toHaveCount(2)
  await show.click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Successful')
  await expect(show).toHaveCount(0)
  await tab.dialog.getByRole('button', { name: 'Email Status Log' }).click()
  await expect(rows).toHaveCount(1)
  await addMails(world, id, 'LCK', [3])
  await tab.dialog.getByRole('button', { name: 'Show 1 new event' }).click()
  await expect(rows).toHaveText([/Delivered/, /Processed/])
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
  // Directly in the database, so that only the button can show it.
  await world.sql("delete from super_user where agency_id = $1 and username = '--2'", [id])
  await tab.log.getByRole('button', { name: 'Reload' }).click()
  await expect(table.getByRole('rowheader')).toHaveText(['--1', '--0'])
})
