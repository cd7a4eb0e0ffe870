import { alerts } from '@agency-support/contract/modules/alerts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { alertsPage, commands, endAll, sendPast } from './support/alerts.ts'
import { expect, test } from './support/fixture.ts'
import { openLive, recordCalls, returnTo } from './support/screens.ts'
import { loseCookie } from './support/world.ts'
import { shownTime } from './support/shown-time.ts'

const reads = [2000, 3000] as const
const manages = [2000, 3000, 3001] as const

// Leftovers would appear on other screens of this worker.
test.afterEach(({ world }) => endAll(world))

/** Opens the alert about vendor data from the palette. */
async function findInPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vendor data')
  await page.getByRole('option', { name: /^Vendor: Vendor data is late\./ }).click()
  await expect(page).toHaveURL(/\/status-admin\?open=[0-9a-f-]{36}$/)
}

/** Expects the documented columns, four of which are sortable, and no pager. */
async function expectColumns(page: Page): Promise<void> {
  const { header } = alertsPage(page)
  const headers = ['Feature', 'Priority', 'Category', 'Affected', 'Start (ET)', 'End', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(['Details', ...headers])
  await expect(header('Start')).toHaveAttribute('aria-sort', 'descending')
  for (const name of ['Feature', 'Priority', 'Start', 'End'])
    await expect(header(name).getByRole('button', { name, exact: true })).toBeVisible()
  for (const name of ['Category', 'Affected', 'Actions'])
    await expect(header(name).getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
}

/** Sorts the three alerts by a documented column, and as at first again. */
async function expectSorting(page: Page): Promise<void> {
  const { header, rows } = alertsPage(page)
  const sortBy = (name: string) => header(name).getByRole('button').click()
  await sortBy('Priority')
  await expect(rows.locator('[data-role]')).toHaveText(['Low', 'Medium', 'High'])
  await sortBy('Feature')
  await expect(rows.getByRole('rowheader')).toHaveText(['General', 'Vendor', 'Texting'])
  await sortBy('Start')
  await expect(rows.locator('[data-role]')).toHaveText(['Low', 'Medium', 'High'])
  await sortBy('Start')
  await expect(rows.locator('[data-role]')).toHaveText(['High', 'Medium', 'Low'])
}

test('[ALERTS-01] [ALERTS-02] [ALERTS-03] [ALERTS-04] [ALERTS-05] [ALERTS-07] [MKT-13] [MKT-16] the list: title, help, columns, order, chips and what an unfolded row tells', async ({
  page,
  server,
  world,
  enter,
}) => {
  await endAll(world)
  await enter(page, await world.person({ permissions: manages }))
  const { rows } = alertsPage(page)
  await world.holdingTable('system_alert', async () => {
    await page.goto('/status-admin')
    await expect(page.getByText('Loading alerts…')).toBeVisible()
  })
  await expect(page.getByText('No active alerts')).toBeVisible()
  await expect(page.getByText('Loading alerts…')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harborlight Alerts Administration')
  await expect(page).toHaveTitle(/\bAlerts Administration\b/)
  await page.getByRole('button', { name: 'Help: System alerts' }).click()
  await expect(page.getByRole('note', { name: 'Help: System alerts' })).toContainText('Resolve removes')
  await page.keyboard.press('Escape')

  const agencyId = await world.agency({ name: 'Alder Insurance', regionId: 0 })
  await sendPast(page, server.origin, {
    systemAlertRecipientType: 1,
    applicableAgencies: [agencyId, 99_999_998],
  })
  await sendPast(page, server.origin, { systemAlertRecipientType: 3, region: 0, priority: 2, feature: 1 })
  await sendPast(page, server.origin, { systemAlertRecipientType: 2, priority: 3, feature: 3, category: 1 })
  const cells = rows.locator('th, td:nth-of-type(2), td:nth-of-type(3), td:nth-of-type(4)')
  const newest = ['Texting', 'High', 'System Outage', 'All Agencies']
  const middle = ['General', 'Medium', 'Maintenance', 'North West Region']
  const oldest = ['Vendor', 'Low', 'Maintenance', 'Specific Agencies']
  await expect(cells).toHaveText([...newest, ...middle, ...oldest])
  await expectColumns(page)
  const priorities = rows.locator('[data-role]')
  await expect(priorities).toHaveText(['High', 'Medium', 'Low'])
  for (const [at, colour] of ['179, 38, 30', '122, 82, 0', '20, 108, 46'].entries())
    await expect(priorities.nth(at)).toHaveCSS('color', `rgb(${colour})`)
  await expectSorting(page)
  // The end of an active alert is an empty cell.
  await expect(rows.first().getByRole('cell').nth(5)).toHaveText('none')
  await expect(rows.first().locator('time')).toHaveText(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d:\d\d [ap]m$/)
  await expect(rows.first().getByRole('button', { name: /^(Edit|Resolve)/ })).toHaveCount(2)

  await rows
    .last()
    .getByRole('button', { name: /^Details of/ })
    .press('Enter')
  await expect(page.getByText('2 agencies, 0 of 2 have it')).toBeVisible()
  const named = page.getByRole('list', { name: 'Agencies of this alert' }).getByRole('listitem')
  await expect(named).toHaveText([`${agencyId} Alder Insurance Not yet`, '99999998 Unknown agency Not yet'])
  await (await world.software(agencyId)).call(alerts.ofAgency, {})
  await expect(page.getByText('2 agencies, 1 of 2 has it')).toBeVisible()
  await expect(named.first()).toContainText('Since')
  await expectAccessibleInBoth(page, 'the alerts with an unfolded one')

  await findInPalette(page)
  await expect(page.getByText('2 agencies, 1 of 2 has it')).toBeVisible()
})

/** The distances of the form from the left and right edges of its dialog. */
async function readMargins(page: Page): Promise<number[]> {
  const { dialog, save } = alertsPage(page)
  const boxes = [dialog, dialog.getByLabel('Category'), save].map((one) => one.boundingBox())
  const [outer, first, last] = (await Promise.all(boxes)).map(
    (box) => [box?.x ?? 0, box?.width ?? 0] as const,
  )
  if (outer === undefined || first === undefined || last === undefined) return []
  return [first[0] - outer[0], outer[0] + outer[1] - last[0] - last[1]]
}

/** Opens the dialog for a new alert and fills everything but the agencies. */
async function fillNew(page: Page): Promise<void> {
  const { add, dialog, choose, text, radio, save } = alertsPage(page)
  await add.click()
  await expect(dialog.getByRole('heading', { name: 'Create Alert' })).toBeVisible()
  await expect(dialog).toHaveCSS('width', '800px')
  const [left, right] = await readMargins(page)
  expect(right).toBe(left)
  await expect(dialog.getByText('Alert Id')).toHaveCount(0)
  for (const field of ['Category', 'Priority', 'Feature'])
    await expect(dialog.getByLabel(field).locator('option:checked')).toHaveText('Not Set')
  await expect(dialog.getByRole('group', { name: 'Who would you like to send to?' })).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  for (const name of ['Specific Agencies', 'All Agencies']) await expect(radio(name)).not.toBeChecked()
  await expect(save).toBeDisabled()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  // No alert without a priority can be saved, so that it is seen here alone.
  await expect(preview.locator('[data-role]')).toHaveText('Not Set')
  await expect(preview.locator('[data-role]')).toHaveCSS('color', 'rgb(11, 92, 173)')
  await choose('Category', 'System Outage')
  await choose('Priority', 'High')
  await choose('Feature', 'Texting')
  await text.fill('Texting is down.\nWe are on it.')
  await expect(preview).toContainText('Texting is down.')
  await expect(preview.locator('[data-role="bad"]')).toHaveText('High')
  await expect(dialog.getByText('Still missing: who to send to.')).toBeVisible()
  await radio('All Agencies').check()
  await expect(dialog.getByText('Every agency sees this now.')).toBeVisible()
  await expect(save).toBeEnabled()
  await radio('Specific Agencies').check()
  await expect(save).toBeDisabled()
  await expect(dialog.getByText('Please enter one agency at a time', { exact: true })).toBeVisible()
}

/** Adds agencies in the dialog until only `first` is listed; it is called Alder Insurance. */
async function listAgencies(page: Page, first: number): Promise<void> {
  const { dialog, which, chips } = alertsPage(page)
  await which.fill(String(first))
  await which.press('Enter')
  await expect(chips).toHaveText([`${first} Alder Insurance`])
  await expect(which).toHaveValue('')
  await which.fill('99999998')
  await which.press('Enter')
  await expect(chips).toHaveText([`${first} Alder Insurance`, '99999998 Unknown agency'])
  await which.fill(String(first))
  await which.press('Enter')
  await expect(dialog.getByText(`Already added: ${first}.`)).toBeVisible()
  await which.fill('')
  await which.press('Backspace')
  await expect(chips).toHaveText([`${first} Alder Insurance`])
  await expectAccessibleInBoth(page, 'the alert dialog')
  await dialog.getByRole('button', { name: `Remove ${first}` }).click()
  await expect(chips).toHaveCount(0)
  await which.fill(String(first))
  await which.press('Enter')
  await expect(chips).toHaveCount(1)
}

test('[ALERTS-04] [ALERTS-06] [ALERTS-09] [ALERTS-10] [ALERTS-11] [ALERTS-12] [ALERTS-13] [ALERTS-15] [ALERTS-16] [ALERTS-19] [ALERTS-25] [ALERTS-26] [MKT-22] [MKT-61] [MKT-64] an alert is created, updated and resolved, and a colleague sees it', async ({
  page,
  world,
  enter,
  elsewhere,
}) => {
  await endAll(world)
  const person = await world.person({ permissions: manages })
  await enter(page, person)
  const colleague = await elsewhere(await world.person({ permissions: reads }))
  await openLive(colleague, '/status-admin')
  await page.goto('/status-admin')
  const { dialog, radio, chips, save, rows, message } = alertsPage(page)
  const first = await world.agency({ name: 'Alder Insurance' })
  await fillNew(page)
  await listAgencies(page, first)
  const calls = recordCalls(page)
  await world.holdingTable('system_alert', async () => {
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    await save.press('Enter')
  })
  await expect(dialog).toHaveCount(0)
  await expect(message).toContainText('Alert sent')
  await expect(rows).toHaveCount(1)
  const [sent, ...more] = commands(calls, 'SendExternalAlert')
  expect(more).toEqual([])
  const startsNow = (alert: Record<string, unknown> | undefined) =>
    expect(Math.abs(Date.parse(String(alert?.['startTime'])) - Date.now())).toBeLessThan(60_000)
  expect(sent).toMatchObject({ systemAlertRecipientType: 1, applicableAgencies: [first] })
  startsNow(sent)
  expect(sent).not.toHaveProperty('guid')
  await expect(alertsPage(colleague).rows).toContainText(['Specific Agencies'])

  await rows.getByRole('button', { name: /^Edit/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Update Alert' })).toBeVisible()
  const alertId = (await dialog.getByText(/Alert Id [0-9a-f-]{36}/).innerText()).slice(-36)
  await expect(chips).toHaveText([`${first} Alder Insurance`])
  // The alert began hours ago; what is sent is the moment of the update all the same.
  await world.sql(
    "update system_alert set start_time = start_time - interval '5 hours' where end_time is null",
  )
  await radio('All Agencies').check()
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(rows).toContainText(['All Agencies'])
  const update = commands(calls, 'SendExternalAlert')[1]
  expect(update).toMatchObject({ guid: alertId, applicableAgencies: [] })
  startsNow(update)
  await expect(alertsPage(colleague).rows).toContainText(['All Agencies'])

  await rows.getByRole('button', { name: /^Resolve/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Resolve this alert?' })
  await question.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('No active alerts')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(colleague.getByText('No active alerts')).toBeVisible()
})

test('[ALERTS-16] [MKT-61] a region’s alert opens without a radio; a stale save says so and keeps what was typed', async ({
  page,
  server,
  world,
  enter,
}) => {
  await endAll(world)
  await enter(page, await world.person({ permissions: manages }))
  const alert = { systemAlertRecipientType: 3, region: 3 }
  const { guid } = await sendPast(page, server.origin, alert)
  await page.goto('/status-admin')
  const { dialog, rows, radio, save, text, cancel } = alertsPage(page)
  await rows.getByRole('button', { name: /^Edit/ }).click()
  await expect(dialog.getByText('Currently sent to: East Region')).toBeVisible()
  for (const name of ['Specific Agencies', 'All Agencies']) await expect(radio(name)).not.toBeChecked()
  await expect(save).toBeDisabled()
  await radio('All Agencies').check()
  await text.fill('Mine.')
  await sendPast(page, server.origin, { ...alert, guid, message: 'Theirs.' })
  await save.click()
  await expect(dialog.getByText(new RegExp(`^Error: .* updated this alert at ${shownTime}\\.`))).toBeVisible()
  await expect(dialog.getByText('Theirs.')).toBeVisible()
  await expect(text).toHaveValue('Mine.')
  await cancel.click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(text).toHaveValue('Mine.')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(rows).toContainText(['All Agencies'])
})

test('[ALERTS-08] [MKT-08] [MKT-59] [NAV-17] [ROUTE-08] with 3000 alone the list is read only; a failed load stands in the banner until the next success', async ({
  page,
  server,
  world,
  enter,
  elsewhere,
  expectErrors,
}) => {
  await endAll(world)
  expectErrors(/ 500 .*\/api\/request/, / 403 .*\/api\/request/)
  const manager = await elsewhere(await world.person({ permissions: manages }))
  await sendPast(manager, server.origin, { systemAlertRecipientType: 2 })
  await enter(page, await world.person({ permissions: reads }))
  const { add, banner, rows } = alertsPage(page)
  await world.without('system_alert', async () => {
    await page.goto('/status-admin')
    await expect(banner).toContainText('Error: Unable to get alerts.')
    await expect(rows).toHaveCount(0)
    await expectAccessibleInBoth(page, 'the alerts that did not load')
  })
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(1)
  await expect(banner).toHaveCount(0)
  const why =
    'You do not have permission to manage system alerts. Please contact your manager for assistance.'
  for (const button of [
    add,
    rows.getByRole('button', { name: /^Edit/ }),
    rows.getByRole('button', { name: /^Resolve/ }),
  ]) {
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(why)
  }
  await expect(page.getByText(why).first()).toBeInViewport({ ratio: 1 })
  await rows.getByRole('button', { name: /^Edit/ }).hover({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText(why)
  await page.getByRole('link', { name: 'Alerts Admin no permission' }).click()
  await expect(page.getByRole('alert')).toContainText('You do not have permission to access Alerts Admin.')
})

test('an alert that was being written is offered back after a session that ended, and no key saves it without the agency in the field', async ({
  page,
  world,
  enter,
  expectErrors,
}) => {
  expectErrors(/ 401 /)
  const person = await world.person({ permissions: manages })
  const agencyId = await world.agency({ name: 'Concerned Insurance' })
  await enter(page, person)
  await openLive(page, '/status-admin')
  const { add, choose, text, radio, which, chips, save, dialog, rows } = alertsPage(page)
  await add.click()
  await choose('Category', 'Maintenance')
  await choose('Priority', 'Low')
  await choose('Feature', 'General')
  await text.fill('Tonight from ten to eleven.')
  await radio('Specific Agencies').check()
  await which.fill('8951')
  await which.press('Enter')
  await which.fill(String(agencyId))
  await which.press('Control+Enter')
  // With their names: a read that is still under way would get the 401 before Save does.
  await expect(chips).toHaveText([/^00008951 \S/, `${agencyId} Concerned Insurance`])
  await expect(dialog).toBeVisible()
  await loseCookie(world, person)
  await which.press('Control+Enter')
  await returnTo(page, person, 'Alerts Administration')
  await add.click()
  await expect(text).toHaveValue('')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(text).toHaveValue('Tonight from ten to eleven.')
  await expect(chips).toHaveText([/^00008951/, new RegExp(`^${agencyId}`)])
  await save.click()
  await expect(rows).toHaveCount(1)
})
