import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { esignature } from '@agency-support/contract/modules/esignature'
import type { Page } from '@playwright/test'
import { reportUsers, usersAgency } from './support/agency-users.ts'
import { alertsPage, endAll, sendPast } from './support/alerts.ts'
import { esigTab, signingAgency } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { openLive } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'
import { resetBandwidth, textingAgency, textingTab } from './support/texting.ts'
import { admin } from './support/world.ts'
import { shownTime } from './support/shown-time.ts'

const manageAlerts = [2000, 3000, 3001] as const

test.afterEach(({ server }) => resetBandwidth(server))
// Leftovers would appear on other screens of this worker.
test.afterEach(({ world }) => endAll(world))

test('the account id of a user who is deleted elsewhere cannot be saved, and the dialog says why', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Shrinking Insurance')
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=esig`)
  const tab = esigTab(page)
  const email = `bob@${id}.test`
  await tab.users.getByRole('button', { name: `Edit ID of ${email}` }).click()
  const field = tab.dialog.getByRole('textbox', { name: 'Account ID' })
  await field.fill('half-typed')
  await world.asStaff((call) => call(esignature.deleteAccount, { agencyId: id, email }))
  await expect(tab.dialog).toContainText('This user has been deleted meanwhile.')
  await expect(tab.dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(field).toHaveValue('half-typed')
  await tab.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.dialog).toHaveCount(0)
  await expect(tab.users.getByRole('rowheader', { name: email })).toHaveCount(0)
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('details that somebody else sets meanwhile are shown when saving, and the next save replaces only those typed here', async ({
  page,
  elsewhere,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Contested Insurance' })
  await enter(page)
  const other = await elsewhere()
  const open = async (at: Page) => {
    await at.goto(`/agency-detail/${id}?tab=config`)
    await at.getByRole('button', { name: 'Change details' }).click()
    return at.getByRole('dialog', { name: 'Change details' })
  }
  const [mine, theirs] = [await open(page), await open(other)]
  await mine.getByRole('textbox', { name: 'Pool' }).fill('7')
  await theirs.getByRole('textbox', { name: 'Pool' }).fill('8')
  await theirs.getByRole('combobox', { name: 'Region' }).selectOption('East')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toHaveCount(0)
  const save = mine.getByRole('button', { name: 'Save' })
  const placed = await placedControls(page)
  await save.click()
  await expect(mine.getByRole('alert')).toHaveText(
    new RegExp(
      `^${admin} changed these details at ${shownTime}\\. Your change was not saved\\. Pool is 8 now\\. Save again to replace it\\.$`,
    ),
  )
  await expect(mine.getByRole('textbox', { name: 'Pool' })).toHaveValue('7')
  await expectStill(placed, 'a conflict is shown in a dialog')
  await save.click()
  await expect(mine).toHaveCount(0)
  const [saved] = await world.sql('select pool_id, region_id from agency where agency_id = $1', [id])
  expect(saved).toEqual({ pool_id: 7, region_id: 3 })
})

test('the next TCR number that is typed while one is saved stays', async ({ page, enter, world }) => {
  const { id } = await textingAgency(world, 'Hurried Insurance')
  await enter(page)
  const tab = textingTab(page)
  await tab.open(id)
  const field = tab.tcr.getByRole('textbox', { name: 'New TCR number' })
  await field.fill('CFIRST1')
  await world.holdingTable('agency_texting', async () => {
    await field.press('Enter')
    await expect(tab.tcr.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-busy', 'true')
    await field.fill('CSECOND')
  })
  await expect(tab.fact('TCR number')).toContainText('CFIRST1')
  await expect(field).toHaveValue('CSECOND')
  await field.press('Enter')
  await expect(tab.fact('TCR number')).toContainText('CSECOND')
  await expect(field).toHaveValue('')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page).toHaveURL(/tab=history/)
})

test('a log that was replaced without a word is shown in one version, whatever is asked of it next', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  const lines = (word: string, count: number) => `${`${word} line\n`.repeat(count)}${word} end\n`
  await software.send({ kind: 'log', name: 'error.log', content: lines('old', 3) })
  await software.send({ kind: 'log', name: 'new.log', content: lines('new', 5) })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=downloads&log=error.log`)
  const line = (number: number) => page.locator(`[data-line="${number}"]`)
  await expect(line(4)).toContainText('old end')
  await world.sql(
    `with new as (delete from agency_file where agency_id = $1 and name = 'new.log' returning *)
     update agency_file f set object_name = n.object_name, place = n.place, sha256 = n.sha256, size = n.size, lines = n.lines,
       line_step = n.line_step, line_index = n.line_index from new n where f.agency_id = $1 and f.name = 'error.log'`,
    [id],
  )
  await page.getByRole('searchbox', { name: 'Search' }).fill('new end')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 match')
  await expect(line(6).locator('mark')).toHaveText('new end')
  await expect(line(4)).toContainText('new line')
})

test('an alert resolved while somebody edits it cannot be saved again, and nothing says that it could', async ({
  page,
  server,
  world,
  enter,
  elsewhere,
}) => {
  await endAll(world)
  await enter(page, await world.person({ permissions: manageAlerts }))
  const alert = { systemAlertRecipientType: 2 }
  const { guid } = await sendPast(page, server.origin, alert)
  await page.goto('/status-admin')
  const { dialog, rows, save, text } = alertsPage(page)
  await rows.getByRole('button', { name: /^Edit/ }).click()
  await text.fill('Mine.')
  await sendPast(page, server.origin, { ...alert, guid, message: 'Theirs.' })
  await save.click()
  await expect(dialog.getByText('Saving again replaces it.')).toBeVisible()
  const colleague = await elsewhere(await world.person({ permissions: manageAlerts }))
  await colleague.goto('/status-admin')
  await alertsPage(colleague)
    .rows.getByRole('button', { name: /^Resolve/ })
    .click()
  await colleague.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(colleague.getByText('No active alerts')).toBeVisible()
  await save.click()
  await expect(dialog.getByText('Error: This alert is no longer active.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(dialog.getByText('Saving again replaces it.')).toHaveCount(0)
  await expect(text).toHaveValue('Mine.')
})

test('a user who is unlocked elsewhere is said to be no longer locked, and moves no other user', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Unlocked Elsewhere')
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=users`)
  const locked = page.locator('[data-user="LCK"]')
  const last = page.locator('[data-user]').last()
  await expect(locked.getByRole('button', { name: 'Unlock LCK' })).toBeVisible()
  const before = await last.boundingBox()
  await world.asStaff((call) => call(agencyUsers.unlock, { agencyId: id, username: 'LCK' }))
  await expect(page.getByText('No longer locked.')).toBeVisible()
  await expect(locked.getByRole('button', { name: 'Unlock LCK' })).toHaveCount(0)
  expect(await last.boundingBox()).toEqual(before)
})

test('a user who is locked elsewhere moves no other user, nor does unlocking them here', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Locked Elsewhere')
  await enter(page)
  for (const [width, initials] of [
    [1280, 'ABC'],
    [390, 'ALX'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await reportUsers(world, id)
    await openLive(page, `/agency-detail/${id}?tab=users`)
    const list = page.getByRole('list', { name: 'Agency Users' })
    const before = (await list.boundingBox())?.height
    await reportUsers(world, id, { [initials]: { status: 2 } })
    const unlock = page.getByRole('button', { name: `Unlock ${initials}` })
    await expect(unlock).toBeVisible()
    expect((await list.boundingBox())?.height, 'locked').toBe(before)
    await unlock.press('Enter')
    await expect(page.getByText('Unlocked, queued')).toBeVisible()
    await expect(page.getByRole('button', { name: `User Signin Log of ${initials}` })).toBeFocused()
    expect((await list.boundingBox())?.height, 'unlocked').toBe(before)
  }
})

test('a status that somebody else chooses moves nothing below it', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Onboarded Elsewhere', status: 2 })
  await enter(page)
  await openLive(page, `/agency-detail/${id}?tab=config`)
  const status = page.getByRole('combobox', { name: /^Status/ })
  const make = page.getByRole('region', { name: 'Agency key' }).getByRole('button').first()
  const before = await make.boundingBox()
  await world.asStaff((call) => call(agencies.updateStatus, { agencyId: id, status: 1 }))
  await expect(status).toHaveText('Onboarding')
  expect(await make.boundingBox()).toEqual(before)
  const steps = page.getByRole('region', { name: /^Onboarding: / })
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(steps).toBeVisible()
  await world.asStaff((call) => call(agencies.updateStatus, { agencyId: id, status: 2 }))
  await expect(status).toHaveText('Online')
  await expect(steps).toBeVisible()
})
