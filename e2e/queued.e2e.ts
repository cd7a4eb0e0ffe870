import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Locator, Page } from '@playwright/test'
import { createTemporaryUser, usersAgency, usersTab } from './support/agency-users.ts'
import { seatAgency } from './support/seats.ts'
import { expect, test } from './support/fixture.ts'
import type { World } from './support/world.ts'

const queuedLine = "Queued; the agency's software was last seen 11 days ago."

/** Sends a call of the console from its page. */
const call = (page: Page, path: string, body: object) =>
  page.evaluate(
    async (given) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(given.path, { method: 'POST', headers, body: JSON.stringify(given.body) })
      return (await answer.json()) as { code: number; message: string }
    },
    { path, body },
  )

/** Sets the last heartbeat to eleven days ago, too long to wait. */
async function letSleep(world: World, id: number): Promise<void> {
  await (await world.software(id)).heartbeat()
  await world.sql(
    "update agency_software set last_seen_at = now() - interval '11 days 1 hour' where agency_id = $1",
    [id],
  )
}

/** Releases a seat on the Seat Management tab; returns the line below the list. */
async function release(page: Page, username: string): Promise<Locator> {
  await page.getByRole('button', { name: `Release ${username}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Seat released successfully')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: username })).toHaveCount(0)
  return page
    .getByRole('main')
    .locator('p')
    .filter({ hasText: "to be carried out by the agency's software." })
}

async function unlockAndCreate(page: Page, id: number): Promise<void> {
  const tab = usersTab(page)
  await tab.open(id)
  await page.getByRole('button', { name: 'Unlock LCK' }).click()
  await expect(page.getByText('User: Lou Key has been unlocked.')).toBeVisible()
  await expect(tab.card('LCK')).toContainText('Unlocked just now · Sign-in log')
  await expect(tab.card('LCK')).toContainText(queuedLine)
  // It keeps its position until the list is refetched, and the focus is on the log that shows what locked it.
  await expect(tab.cards.first()).toContainText('LCK')
  await expect(page.getByRole('button', { name: 'Sign-in log of LCK' })).toBeFocused()
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(tab.cards).toHaveText([/ABC/, /ALX/, /LCK/, /OLD/])
  await tab.create.click()
  await tab.dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tab.dialog).toContainText('Temporary user --0 created. Password is shown once.')
  await expect(tab.dialog.getByText(queuedLine, { exact: true })).toBeVisible()
}

async function resendTwice(page: Page, id: number): Promise<Locator> {
  await page.goto(`/agency-detail/${id}?tab=productsummary`)
  const resend = page.getByRole('form', { name: 'Resend File' })
  await resend.getByRole('radio', { name: 'Config File' }).click()
  const send = resend.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(page.getByText('File sent to receiver')).toBeVisible()
  await expect(resend.getByText(queuedLine, { exact: true })).toBeVisible()
  await send.click()
  const question = page.getByRole('alertdialog', { name: 'The same command is waiting already' })
  await expect(question).toContainText('Resend Config File')
  await question.getByRole('button', { name: 'Queue it again' }).click()
  await expect(question).toHaveCount(0)
  return resend.getByText(queuedLine, { exact: true })
}

test('[TRUTH-05] resend, unlock, temporary user and seat release say that they are only queued, until they are collected', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Sleeping Insurance')
  await letSleep(world, id)
  await enter(page)
  await unlockAndCreate(page, id)
  const resent = await resendTwice(page, id)
  const software = await world.software(id)
  for (const command of ['unlockUser', 'superUsers', 'resendConfig', 'resendConfig'])
    expect((await software.claim()).command).toBe(command)
  await expect(resent).toHaveCount(0)
  const online = await seatAgency(world, { licensed: 3, seats: [{ username: 'ABC' }] })
  await letSleep(world, online)
  await page.goto(`/agency-detail/${online}?tab=seatmanagement`)
  const line = await release(page, 'ABC')
  await expect(line).toContainText(queuedLine)
  await (await world.software(online)).claim()
  await expect(line).toHaveText("1 release is yet to be carried out by the agency's software.")
})

for (const view of ['cards', 'table'] as const)
  test(`unlocking and its line that it is queued move nothing: ${view}`, async ({ page, enter, world }) => {
    await enter(page)
    const logs = page.getByRole('button', { name: /^(Email Status|User Signin) Log of/ })
    const places = async () => Promise.all((await logs.all()).map((log) => log.boundingBox()))
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await usersTab(page).open(await usersAgency(world, 'Still Users Insurance'))
      if (view === 'table') await page.getByRole('button', { name: 'Show as table' }).click()
      const unlock = page.getByRole('button', { name: 'Unlock LCK' })
      await expect(unlock).toBeEnabled()
      await expect(logs).toHaveCount(8)
      const before = await places()
      await unlock.click()
      await expect(page.getByText(/^Unlocked(, queued| just now)/)).toBeVisible()
      // In the page itself: half a second later it is announced as well.
      const why = page.getByRole('main').getByText(/Queued; the agency's software has never called/)
      await expect(why).toBeVisible()
      expect(await places(), `${width} px`).toEqual(before)
    }
  })

test('the line that a temporary user is queued moves no button of the dialog', async ({
  page,
  enter,
  world,
}) => {
  await enter(page)
  const { open, create, dialog } = usersTab(page)
  const places = async () =>
    Promise.all((await dialog.getByRole('button').all()).map((one) => one.boundingBox()))
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const id = await usersAgency(world, 'Still Dialog Insurance')
    await open(id)
    await create.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const line = dialog.getByText("the agency's software has never called, so nothing will collect it yet.")
    await expect(line).toBeVisible()
    const before = await places()
    expect((await (await world.software(id)).claim()).command).toBe('superUsers')
    await expect(line).toHaveCount(0)
    expect(await places(), `${width} px`).toEqual(before)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
  }
})

test('in the table a locked user has a row as high as the others, and what has become of unlocking stands for the lock', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Low Rows Insurance')
  await enter(page)
  await usersTab(page).open(id)
  await page.getByRole('button', { name: 'Show as table' }).click()
  const row = (initials: string) => page.locator(`tr[data-row="${initials}"]`)
  const height = async (initials: string) => (await row(initials).boundingBox())?.height
  await expect(row('LCK')).toContainText('Locked Out')
  expect(await height('LCK')).toBe(await height('ALX'))
  await page.getByRole('button', { name: 'Unlock LCK' }).press('Enter')
  await expect(row('LCK')).toContainText('Unlocked, queued')
  await expect(page.getByRole('button', { name: 'User Signin Log of LCK' })).toBeFocused()
  expect(await height('LCK')).toBe(await height('ALX'))
  const why = page.getByRole('main').getByText(/^Queued; the agency's software has never called/)
  await expect(why).toBeVisible()
  expect((await (await world.software(id)).claim()).command).toBe('unlockUser')
  await expect(row('LCK')).toContainText('Unlocked just now')
  await expect(why).toHaveCount(0)
})

test('[TRUTH-04] a released seat leaves at once, is counted until it is carried out, and comes back with the reason', async ({
  page,
  enter,
  world,
}) => {
  const seats = [{ username: 'ABC' }, { username: 'LEE' }, { username: 'OLD' }]
  const id = await seatAgency(world, { licensed: 3, seats })
  const software = await world.software(id)
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=seatmanagement`)
  const line = await release(page, 'ABC')
  await expect(line).toContainText("1 release is yet to be carried out by the agency's software.")
  await release(page, 'LEE')
  await release(page, 'OLD')
  await expect(line).toContainText("3 releases are yet to be carried out by the agency's software.")
  const failing = await software.claim()
  await software.finish(failing, 'failed', 'The directory is read-only.')
  await software.finish(await software.claim(), 'succeeded', 'Signed out.')
  // The third one has not been fetched for a week, too long to wait.
  await world.sql(
    "update agency_command set created_at = now() - interval '8 days' where agency_id = $1 and state = 'queued'",
    [id],
  )
  const rows = page.getByRole('table', { name: 'Signed-in seats' }).locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: 'ABC' })).toContainText('The directory is read-only.')
  await expect(rows.filter({ hasText: 'OLD' })).toContainText('did not carry out the release in time.')
  await expect(rows).toHaveCount(2)
  await expect(line).toHaveCount(0)
})

test('all waiting commands are cancelled in one act', async ({ page, enter, world }) => {
  const id = await world.agency()
  await world.asStaff(async (call) => {
    for (const agencyCommand of ['agency', 'count', 'pcssync'] as const)
      await call(agencyCommands.issue, { agencyId: id, agencyCommand })
  })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=command`)
  const rows = page.getByRole('table', { name: 'Queued commands' }).locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: 'Queued' })).toHaveCount(3)
  await (await world.software(id)).claim()
  await expect(rows.filter({ hasText: 'Upload Config' })).toContainText('Delivered')
  await page.getByRole('button', { name: 'Cancel all waiting' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel them' }).click()
  await expect(page.getByText('2 commands cancelled.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Cancelled' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Upload Config' })).toContainText('Delivered')
})

test('[TRUTH-07] [TRUTH-10] an online agency takes neither resend nor unlock, and shows its temporary users and its queue', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Elsewhere Insurance', true)
  await createTemporaryUser(world, id, '--7')
  await enter(page)
  const tab = usersTab(page)
  await tab.open(id)
  const refused = { code: 409, message: 'This functionality does not apply to online (HS 6) agencies.' }
  const resend = { command: 'ReceiveRequest', agencyId: id, eventId: 3, clientId: '0' }
  const unlock = { command: 'UnlockUser5x', agencyId: id, username: 'LCK' }
  expect(await call(page, '/api/request', resend)).toMatchObject(refused)
  expect(await call(page, '/api/user/request', unlock)).toMatchObject(refused)
  await expect(page.getByText(refused.message.slice(0, -1))).toBeVisible()
  await expect(tab.live).toContainText('--7')
  await tab.live.getByRole('button', { name: 'Revoke now: --7' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke now' }).click()
  await expect(tab.live).toContainText('There is no temporary user to revoke.')
  // The revocation waits for the software, which has fetched the command to admit them.
  await page.getByRole('tab', { name: 'Command' }).click()
  const rows = page.getByRole('table', { name: 'Queued commands' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveText([/Update Temporary Users.*Queued/, /Update Temporary Users.*Delivered/])
})
