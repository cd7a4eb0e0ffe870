import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { expectAccessible, expectReasons } from './support/accessibility.ts'
import { reportUsers, usersAgency, usersTab } from './support/agency-users.ts'
import { expect, test } from './support/fixture.ts'
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
  // Directly in the database, so that only the button can show it.
  await world.sql("update agency_user set last_name = 'Lockwood' where agency_id = $1 and username = 'LCK'", [
    id,
  ])
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(tab.cards).toHaveText([/LCK.*Lou Lockwood/])
})

test('[AGENT-19] what a report held that was not understood stands on the tab until one is understood', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Odd Insurance')
  const software = await world.software(id)
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
        'You do not have permission to unlock users. Please contact your manager or an escalation team member for assistance. Needs the CanUnlockAgencyUsers permission.',
    }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeDisabled()
  await expectReasons(page, 'users without permissions')
  await tab.create.click()
  await expect(tab.dialog).toContainText(
    'You do not have permission to create temporary users. Please contact your manager for assistance. Needs the SuperUserCreation permission.',
  )
  await expect(tab.dialog.getByRole('textbox')).toHaveCount(0)
  await tab.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tab.dialog).toHaveCount(0)
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
