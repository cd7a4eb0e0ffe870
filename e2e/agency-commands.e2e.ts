import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { newestProtocol } from '@agency-support/contract/rules/agent-protocol'
import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { runCommandLine } from './support/command-line.ts'
import { madeUpLog } from './support/agency-software.ts'
import { expect, test } from './support/fixture.ts'
import { commandTab, openLive } from './support/screens.ts'
import { expectStill, placedControls } from './support/still.ts'

const address = (id: number, query = '') => `/agency-detail/${id}?tab=command${query}`

const wrongIds = 'Please enter a valid eight-digit Client Id, or list of Ids separated by a comma.'

test('[CMD-TAB-01] [CMD-TAB-02] [CMD-TAB-09] [CMD-TAB-10] the choices, a disabled Execute that says why, and the queue', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  const { form, execute, table, rows, refresh } = commandTab(page)
  const choices = form.getByRole('radio')
  await expect(choices).toHaveCount(5)
  for (const [name, value] of [
    ['Upload Config', 'agency'],
    ['Sync Clients', 'sync'],
    ['Log', 'log'],
    ['Count', 'count'],
    ['PCS Sync', 'pcssync'],
  ] as const)
    await expect(form.getByRole('radio', { name, exact: true })).toHaveAttribute('value', value)
  await expect(execute).toBeDisabled()
  await expect(execute).toHaveAccessibleDescription('Choose a command first.')
  await expect(page.getByText('No commands')).toBeVisible()
  await expect(table.getByRole('columnheader')).toHaveText([
    'Details',
    'Created (ET)',
    'Command',
    'Arguments',
    'State',
    'Age',
    'Expected pick-up',
    'Actions',
  ])
  await page.getByRole('button', { name: 'Pause refreshing' }).click()
  const order = { agencyId: id, agencyCommand: 'log', argument: 'error.log' } as const
  await world.asStaff((call) => call(agencyCommands.issue, order))
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('rowheader')).toHaveText('Log')
  await expect(rows.getByRole('cell', { name: /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/ })).toBeVisible()
  await expect(rows.getByRole('cell', { name: 'Error Log', exact: true })).toBeVisible()
  // Directly in the database, so that only the button can show it.
  await world.sql("update agency_command set argument = 'cloudmanager.log' where agency_id = $1", [id])
  await refresh.click()
  await expect(rows.getByRole('cell', { name: 'Cloud Manager Log', exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'command tab')
  await expectReasons(page, 'command tab')
})

test('[CMD-TAB-10] the queue shows 25, 50 or 100 rows', async ({ page, enter, world }) => {
  const id = await world.agency()
  const order = { agencyId: id, agencyCommand: 'count', again: true } as const
  await world.asStaff(async (call) => {
    const [first] = await call(agencyCommands.issue, order)
    for (let times = 0; times < 99; times += 1) await call(agencyCommands.issue, order)
    // No more than 100 may wait.
    await call(agencyCommands.cancel, { agencyId: id, commandId: first?.commandId ?? 0 })
    await call(agencyCommands.issue, order)
  })
  await enter(page)
  await page.goto(address(id))
  const { rows } = commandTab(page)
  await expect(rows).toHaveCount(25)
  const sizes = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(sizes.getByRole('option')).toHaveText(['25', '50', '100'])
  for (const size of [50, 100]) {
    await sizes.selectOption(String(size))
    await expect(rows).toHaveCount(size)
  }
})

test('[CMD-TAB-03] [CMD-TAB-05] [CMD-TAB-06] [CMD-TAB-07] Sync Clients takes eight-digit ids with commas and says what is wrong', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  const { choice, ids, form, execute } = commandTab(page)
  await choice('Sync Clients').click()
  await test.step('an empty field says nothing, and Execute waits', async () => {
    await expect(ids).not.toHaveAttribute('aria-invalid')
    await expect(execute).toBeDisabled()
    // For eyes too: what only screen readers hear is one pixel wide.
    expect((await form.getByText(wrongIds).boundingBox())?.width).toBeGreaterThan(100)
    await expect(execute).toHaveAccessibleDescription(wrongIds)
  })
  const before = await placedControls(page)
  for (const wrong of ['1234', '12345678,1234']) {
    await ids.fill(wrong)
    await expect(ids).toHaveAttribute('aria-invalid', 'true')
    await expect(ids).toHaveAccessibleDescription(new RegExp(wrongIds))
    await expect(form.getByRole('alert')).toHaveText(wrongIds)
    await expect(execute).toBeDisabled()
    await expectStill(before, 'the client ids are wrong')
  }
  for (const right of ['12345678', '12345678,23456789', '12345678, 23456789']) {
    await ids.fill(right)
    await expect(execute).toBeEnabled()
    await expect(ids).not.toHaveAttribute('aria-invalid')
  }
  await test.step('a column pasted from a sheet becomes a list', async () => {
    await ids.fill('12345678\n23456789\t34567890\n')
    await expect(ids).toHaveValue(/^12345678,23456789,34567890,?$/)
  })
})

test('[CMD-TAB-04] [CMD-TAB-08] Log offers six logs; another command clears ids and log and says so', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  const { choice, ids, form, execute, message } = commandTab(page)
  await choice('Sync Clients').click()
  await ids.fill('12345678')
  await choice('Log').click()
  await expect(message('Arguments cleared.')).toBeVisible()
  const logs = form.getByRole('group', { name: 'Log' }).getByRole('radio')
  await expect(logs).toHaveCount(6)
  const files = ['error', 'cloudmanager', 'cloudmanager.1', 'cloudmanager.2', 'cloudmanager.3']
  for (const [index, value] of [...files.map((name) => `${name}.log`), 'all'].entries())
    await expect(logs.nth(index)).toHaveAttribute('value', value)
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(1)
  // Which log is optional.
  await expect(execute).toBeEnabled()
  await choice('Error Log').click()
  await choice('Sync Clients').click()
  await expect(ids).toHaveValue('')
  await choice('Log').click()
  await expect(choice('Error Log')).not.toBeChecked()
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(1)
})

test('a log is ordered, fetched and read: the queue shows each step by itself', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await software.heartbeat()
  await enter(page)
  await openLive(page, address(id))
  const { choice, execute, rows, message } = commandTab(page)
  await expect(page.getByText('TEST-SERVER · 5.4.2')).toBeVisible()
  await choice('Log').click()
  await choice('Error Log').click()
  await execute.press('Enter')
  await expect(message('Command queued successfully.')).toBeVisible()
  await expect(choice('Log')).not.toBeChecked()
  await expect(choice('Upload Config')).toBeFocused()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Logjust added')
  await expect(rows).toContainText('Error Log')
  await expect(rows).toContainText('Queued')
  await expect(rows).toContainText('At once')
  const command = await software.claim()
  await expect(rows).toContainText('Delivered')
  await software.progress(command, 'Reading error.log\nHalf of it is sent.')
  await expect(rows).toContainText('Running')
  await rows.getByRole('button', { name: 'Details of Log error.log' }).click()
  await expect(page.getByRole('region', { name: 'Output' })).toContainText('Half of it is sent.')
  const uploadId = await software.send({ kind: 'log', content: madeUpLog(20), commandId: command.commandId })
  await software.finish(command, 'succeeded', 'Sent 1 log.', [uploadId])
  await expect(rows).toContainText('Succeeded')
  await expect(page.getByRole('region', { name: 'Output' })).toHaveText('Sent 1 log.')
  await expectAccessibleInBoth(page, 'an ended command unfolded')
  await page.getByRole('link', { name: 'error.log' }).click()
  await expect(page.getByRole('region', { name: 'Lines of error.log' })).toContainText(
    'Line number 1 of the log',
  )
})

test('a command that waits already is named before it is queued again', async ({ page, enter, world }) => {
  const id = await world.agency()
  const person = await world.person()
  await enter(page, person)
  await page.goto(address(id))
  const { choice, execute, rows } = commandTab(page)
  const order = async () => {
    await choice('Count').click()
    await execute.click()
  }
  await order()
  await expect(rows).toHaveCount(1)
  await order()
  const question = page.getByRole('alertdialog', { name: 'The same command is waiting already' })
  await expect(question).toContainText('Count')
  await expect(question).toContainText(`${person} queued it at`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(1)
  await execute.click()
  await question.getByRole('button', { name: 'Queue it again' }).click()
  await expect(rows).toHaveCount(2)
})

test('a waiting command can be cancelled, one that was collected cannot', async ({ page, enter, world }) => {
  const id = await world.agency()
  const software = await world.software(id)
  await enter(page)
  await page.goto(address(id))
  const { choice, execute, rows, message } = commandTab(page)
  await choice('PCS Sync').click()
  await execute.click()
  await rows.getByRole('button', { name: 'Cancel PCS Sync' }).click()
  await expect(message('Command cancelled.')).toBeVisible()
  await expect(rows).toContainText('Cancelled')
  await choice('Count').click()
  await execute.click()
  await expect(rows).toHaveCount(2)
  await software.claim()
  await expect(rows.first()).toContainText('Delivered')
  await expect(rows.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})

test('an agency that is away and one that never called are told apart', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  await expect(page.getByRole('status').filter({ hasText: 'has never called' })).toBeVisible()
  const software = await world.software(id)
  await software.heartbeat()
  // Three hours would be too long to wait.
  await world.sql(
    "update agency_software set last_seen_at = now() - interval '3 hours 5 minutes' where agency_id = $1",
    [id],
  )
  await page.reload()
  await expect(page.getByText(/^Last seen .*, 3 h ago\. A command waits/)).toBeVisible()
  const { choice, execute, rows } = commandTab(page)
  await choice('Count').click()
  await execute.click()
  await expect(rows).toContainText('When the agency is back')
})

test('[AGENT-11] [AGENT-12] old software: the command that it does not know says so, and a retired version shows its day where it is reported', async ({
  page,
  enter,
  world,
  server,
}) => {
  const [old, current] = [await world.agency(), await world.agency()]
  const software = await world.software(old)
  await software.heartbeat()
  const beat = { versionDisplay: '6.0.0', hostName: 'NEW-SERVER', protocol: newestProtocol, capabilities: [] }
  await (await world.software(current)).call(agencyCommands.heartbeat, beat)
  await enter(page)
  await page.goto(address(old))
  await expect(page.getByText('TEST-SERVER · 5.4.2 · Protocol version 1')).toBeVisible()
  const { choice, execute, rows } = commandTab(page)
  await choice('Count').click()
  await execute.click()
  const { commandId, attempt } = await software.claim()
  const ending = { commandId, attempt, outcome: 'failed', reason: 'unknownCommand' } as const
  await software.call(agencyCommands.finish, ending)
  await expect(rows).toContainText('Failed: not known to its software')

  const retire = (...how: string[]) => runCommandLine(server, 'agencies', 'retire-protocol', '1', ...how)
  try {
    await retire('2099-03-31')
    await page.reload()
    const sentence =
      'Protocol version 1 ends on 03/31/2099. The agency needs a newer version of its software.'
    await expect(page.getByText(sentence)).toBeVisible()
    await page.goto(address(current))
    await expect(page.getByText(`NEW-SERVER · 6.0.0 · Protocol version ${newestProtocol}`)).toBeVisible()
    await expect(page.getByText('ends on')).toHaveCount(0)
  } finally {
    await retire('--keep')
  }
})

test('[TRUTH-17] a sync that sent some of its clients is partly done, in the queue and in the history', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency()
  const software = await world.software(id)
  await enter(page)
  await page.goto(address(id))
  const { choice, ids, execute, rows } = commandTab(page)
  await choice('Sync Clients').click()
  await ids.fill('00000001,00000002,00000003')
  await execute.click()
  const { commandId, attempt } = await software.claim()
  const failed = ['00000002', '00000003'].map((clientId) => ({ clientId, reason: 'The client is open.' }))
  await software.call(agencyCommands.finish, {
    commandId,
    attempt,
    outcome: 'succeeded',
    result: { sent: 1, failed },
  })
  await expect(rows).toContainText('Partly done: 1 of 3')
  await expect(rows).not.toContainText('Succeeded')
  await page.goto(`/agency-detail/${id}?tab=history`)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'partly done, 1 of 3' })).toBeVisible()
})

test('[CMD-TAB-13] a command that cannot be queued says so and stays filled in', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency()
  await enter(page)
  await page.goto(address(id))
  const { choice, execute, form } = commandTab(page)
  await expect(page.getByText('No commands')).toBeVisible()
  await choice('Count').click()
  await world.without('agency_command', async () => {
    await execute.click()
    await expect(form.getByRole('alert')).toHaveText('Unable to process request. Something went wrong.')
  })
  await expect(choice('Count')).toBeChecked()
})
