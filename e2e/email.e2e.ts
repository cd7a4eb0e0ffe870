import { formatInstant } from '@agency-support/contract/rules/instant-format'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { expect, test as base } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { recordCalls } from './support/screens.ts'
import { sendGrid } from './support/send-grid.ts'
import { agent } from './support/world.ts'

const test = base.extend<{ mail: ReturnType<typeof sendGrid> }>({
  /** SendGrid without any suppressed address. */
  mail: async ({ server }, use) => {
    const mail = sendGrid(server)
    await mail.empty()
    await use(mail)
  },
})

/** Email Management. */
function emailPage(page: Page) {
  return {
    rows: page.locator('tbody tr[data-row]'),
    row: (email: string, kind = 'Bounce') =>
      page
        .locator('tbody tr[data-row]')
        .filter({ has: page.getByRole('checkbox', { name: `Select ${email}, ${kind}`, exact: true }) }),
    search: page.getByRole('textbox', { name: 'Search' }),
    all: page.getByRole('checkbox', { name: 'Select all rows on this page' }),
    purge: page.getByRole('button', { name: /^Purge/ }),
    details: page.getByRole('table', { name: /^Details of/ }),
    message: page.locator('[data-level]'),
  }
}

const commands = (calls: readonly string[], command: string) =>
  calls.map((body) => JSON.parse(body) as { command?: string }).filter((call) => call.command === command)

test('[EMAIL-01] [EMAIL-02] [EMAIL-03] [EMAIL-04] [EMAIL-09] [PROV-21] [PROV-27] [PROV-32] the list: help, search, columns, order and selecting', async ({
  page,
  mail,
  enter,
}) => {
  await mail.add('5x', 'bounces', { emails: ['zoe@lake.example', 'ann@smith.example'] })
  await mail.add('6x', 'bounces', { emails: ['ann@smith.example'] })
  await mail.add('6x', 'invalid_emails', { emails: ['bob@smith'] })
  await enter(page)
  await page.goto('/email-management')
  await expect(page).toHaveTitle(/\bEmail Management\b/)
  await expect(page.getByRole('heading', { level: 1, name: 'Email Management' })).toBeVisible()
  await page.getByRole('button', { name: 'Help: Email management' }).click()
  await expect(page.getByRole('note', { name: 'Help: Email management' })).toContainText('suppressed')
  await page.keyboard.press('Escape')
  const { rows, row, search, all, purge } = emailPage(page)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all rows on this page',
    'Type',
    'Email Address',
    'Details',
  ])
  await expect(page.getByRole('columnheader', { name: 'Email Address' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByLabel('Rows per page').locator('option')).toHaveText(['25', '50', '100'])
  await expect(rows.locator('td:nth-child(2), th')).toHaveText([
    'Bounce',
    'ann@smith.example',
    'Bounce (6x)',
    'ann@smith.example',
    'Invalid (6x)',
    'bob@smith',
    'Bounce',
    'zoe@lake.example',
  ])
  await expect(purge).toBeDisabled()
  await expect(purge).toHaveText('Purge')
  // A click anywhere on a row toggles its selection.
  await row('ann@smith.example', 'Bounce (6x)').getByRole('rowheader').click()
  await expect(all).toBeChecked({ indeterminate: true })
  await expect(row('ann@smith.example').getByRole('checkbox')).not.toBeChecked()
  await expect(purge).toHaveText('Purge 1')
  await expect(purge).toHaveCSS('background-color', 'rgb(179, 38, 30)')
  await row('ann@smith.example', 'Bounce (6x)').getByRole('cell').nth(1).click()
  await expect(purge).toBeDisabled()
  await all.check()
  await expect(purge).toHaveText('Purge 4')
  await row('bob@smith', 'Invalid (6x)').getByRole('checkbox').uncheck()
  await expect(all).toBeChecked({ indeterminate: true })
  await expectAccessibleInBoth(page, 'email management')
  await search.fill('nobody')
  await expect(page.getByText('No Email Suppressions Found')).toBeVisible()
  await expect(purge).toBeDisabled()
})

test('[EMAIL-05] [EMAIL-06] [EMAIL-07] [EMAIL-08] [EMAIL-17] [PROV-27] [PROV-34] details unfold one at a time, are asked for once, and again after a failure', async ({
  page,
  mail,
  enter,
}) => {
  await mail.add('5x', 'bounces', { emails: ['ann@smith.example'] })
  await mail.add('5x', 'spam_reports', { emails: ['bob@smith.example'] })
  await enter(page)
  const calls = recordCalls(page)
  await page.goto('/email-management')
  const { row, details, message } = emailPage(page)
  const ann = row('ann@smith.example')
  const bob = row('bob@smith.example', 'Spam')
  const unfold = (of: typeof ann) => of.getByRole('button', { name: / Details of / })
  await expect(unfold(ann)).toHaveText('Show Details of ann@smith.example, Bounce')
  await expect(unfold(ann)).toHaveCSS('opacity', '1')
  await unfold(ann).click()
  await expect(details.getByRole('columnheader')).toHaveText(['Date (ET)', 'Reason', 'Status'])
  const date = details.getByRole('cell').nth(0)
  const at = await date.getByRole('time').getAttribute('datetime')
  await expect(date).toHaveText(formatInstant(at ?? '', 'MM/DD/YYYY h:mm:ss a', 'America/New_York'))
  await expect(details.getByRole('cell').nth(1)).toContainText(/^55\d /)
  await expect(details.getByRole('cell').nth(2)).toHaveText(/^5\.\d\.\d$/)
  await expect(unfold(ann)).toHaveText(/^Hide Details/)
  await expect(ann.getByRole('checkbox')).not.toBeChecked()
  await mail.fault({ endpoint: 'spam_reports', kind: 'status', status: 403 })
  await unfold(bob).click()
  await expect(unfold(ann)).toHaveText(/^Show Details/)
  await expect(message.getByText('SendGrid gave no usable answer.')).toBeVisible()
  await expect(page.getByRole('table').getByRole('alert')).toHaveText('SendGrid gave no usable answer.')
  await unfold(bob).click()
  await mail.recover()
  await unfold(bob).click()
  await expect(details.getByRole('cell')).toHaveText([/\d{4}/, '', ''])
  await unfold(ann).click()
  await expect(details).toHaveAccessibleName('Details of ann@smith.example')
  expect(commands(calls, 'GetEmailSuppressionDetails')).toEqual([
    { command: 'GetEmailSuppressionDetails', email: 'ann@smith.example', mode: false, type: 'bounce' },
    { command: 'GetEmailSuppressionDetails', email: 'bob@smith.example', mode: false, type: 'spam' },
    { command: 'GetEmailSuppressionDetails', email: 'bob@smith.example', mode: false, type: 'spam' },
  ])
})

test('[EMAIL-10] [EMAIL-15] [EMAIL-19] [PROV-26] by keyboard: find, select, purge; ten ask nothing, eleven do', async ({
  page,
  mail,
  enter,
}) => {
  await mail.add('5x', 'bounces', { emails: ['ann@smith.example'] })
  await mail.add('6x', 'blocks', { count: 11 })
  await enter(page)
  await page.goto('/email-management?q=ann@smith')
  const { rows, search, purge, message } = emailPage(page)
  await expect(rows).toHaveCount(1)
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(purge).toHaveText('Purge 1')
  await page.keyboard.press('Delete')
  await expect(purge).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message.getByText('Purge successful')).toBeVisible()
  await expect(message).toHaveAttribute('data-level', 'ok')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(rows).toHaveCount(0)
  await expect(search).toBeFocused()
  await search.fill('')
  await expect(rows).toHaveCount(11)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await purge.click()
  const question = page.getByRole('alertdialog', { name: 'Purge 11 addresses?' })
  await question.getByRole('button', { name: 'Keep them' }).click()
  await expect(rows).toHaveCount(11)
  await expect(purge).toBeFocused()
  await purge.click()
  await question.getByRole('button', { name: 'Purge' }).click()
  await expect(page.getByText('No Email Suppressions Found')).toBeVisible()
  // The server answers code 2 now, which is no error.
  await page.reload()
  await expect(page.getByRole('table').getByText('No Email Suppressions Found')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[PROV-38] [EMAIL-18] what is left of a purge stays selected with its reason; without an answer the documented text stands', async ({
  page,
  context,
  mail,
  world,
  enter,
  expectErrors,
}) => {
  await mail.add('5x', 'bounces', { emails: ['a@b.example', 'c@d.example', 'e@f.example'] })
  await enter(page)
  await page.goto('/email-management')
  const { rows, row, all, purge, message } = emailPage(page)
  await expect(rows).toHaveCount(3)
  await all.check()
  await mail.fault({ method: 'DELETE', kind: 'partial', count: 1, times: 1 })
  await purge.click()
  const account =
    '1 of 3 addresses were purged. Not purged: c@d.example (bounce): SendGrid still lists it; e@f.example (bounce): SendGrid still lists it'
  await expect(message.getByText(account)).toBeVisible()
  await expect(message).toHaveAttribute('data-level', 'error')
  await expect(page.getByRole('alert').getByText(account).first()).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(row('c@d.example').getByRole('checkbox')).toBeChecked()
  await expect(purge).toHaveText('Purge 2')
  await expect(purge).toBeFocused()
  expectErrors(/ 500 .*\/api\/email\/request/, /ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await purge.click()
  await expect(message.getByText('An error occurred while processing your request')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await expect(purge).toHaveText('Purge 2')
  await message.getByRole('button', { name: 'Close' }).click()
  await world.without('journal', async () => {
    await purge.click()
    await expect(message.getByText('An error occurred while processing your request')).toBeVisible()
    await expect(message).toHaveAttribute('data-level', 'error')
  })
  // SendGrid had removed them before the journal failed: the refetched list shows the truth.
  await expect(page.getByText('No Email Suppressions Found')).toBeVisible()
})

test('what was not purged and a list that could not be read again stand at the edge, and neither covers the other', async ({
  page,
  mail,
  enter,
}) => {
  // More than fit in the window.
  await mail.add('5x', 'bounces', { count: 30 })
  await mail.fault({ method: 'DELETE', kind: 'partial', count: 1, times: 1 })
  await enter(page)
  await page.goto('/email-management')
  const { row, purge, message } = emailPage(page)
  for (const made of ['made00001', 'made00002'])
    await row(`${made}@many.example`).getByRole('checkbox').check()
  await purge.click()
  await message.getByRole('button', { name: 'Close' }).click()
  const problem = page.getByRole('alert').getByText('1 of 2 addresses were purged.')
  await expect(problem).toBeInViewport({ ratio: 1 })
  // The second that stands there: the list could not be read again.
  await mail.fault({ kind: 'status', status: 401 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const unread = page.getByRole('alert').getByText('SendGrid refused the key, or what it may do.')
  await expect(unread).toBeInViewport({ ratio: 1 })
  await expectBelow(problem, unread)
})

test('[EMAIL-14] [EMAIL-16] [PROV-31] a list that cannot be read says so; in part, above the table, where nothing moves', async ({
  page,
  mail,
  enter,
  expectErrors,
}) => {
  await mail.add('5x', 'bounces', { emails: ['a@b.example'] })
  await enter(page)
  await page.goto('/email-management')
  const { rows, search } = emailPage(page)
  await expect(rows).toHaveCount(1)
  const place = await search.boundingBox()
  await mail.fault({ endpoint: 'blocks', kind: 'status', status: 401 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const remark = page.getByText('Not listed: Block, Block (6x), since SendGrid refused the key.')
  await expect(remark).toBeVisible()
  await expectBelow(page.getByRole('table'), remark)
  expect(await search.boundingBox()).toEqual(place)
  await search.fill('c@b.example')
  await expect(
    page.getByText('No Email Suppressions Found among those that could be listed.', { exact: true }),
  ).toBeVisible()
  await search.fill('')
  await mail.fault({ kind: 'status', status: 401 })
  await page.reload()
  await expect(page.getByText('SendGrid refused the key, or what it may do.')).toBeVisible()
  await expectAccessibleInBoth(page, 'email management that failed')
  await mail.recover()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(1)
  expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('An error occurred while processing your request')).toBeVisible()
})

test('[PROV-30] [PROV-35] a list that was cut is searched at the provider; 5,000 are purged with progress', async ({
  page,
  mail,
  enter,
}) => {
  test.slow()
  await mail.add('5x', 'bounces', { count: 10_600 })
  await enter(page)
  const calls = recordCalls(page)
  await page.goto('/email-management')
  const { rows, search, purge } = emailPage(page)
  await expect(page.getByText('Only 10,000 addresses are listed of: Bounce.')).toBeVisible({
    timeout: 30_000,
  })
  await search.fill('made10600')
  await expect(rows).toHaveCount(1)
  expect(commands(calls, 'GetEmailSuppressions')).toContainEqual({
    command: 'GetEmailSuppressions',
    search: 'made10600',
  })
  await mail.empty()
  await mail.add('5x', 'bounces', { count: 5_000 })
  await page.goto('/email-management')
  await expect(rows).toHaveCount(25)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Select all 5,000 filtered' }).click()
  await mail.fault({ method: 'DELETE', kind: 'delay', ms: 100 })
  await purge.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Purge' }).click()
  await expect(page.getByText(/^Purged [1-4],\d00 of 5,000$/)).toBeVisible()
  await expect(page.getByText('No Email Suppressions Found')).toBeVisible({ timeout: 60_000 })
  expect(commands(calls, 'PurgeEmailSuppressions')).toHaveLength(10)
})

test('[EMAIL-20] a good message stands 3 s, a bad one 6 s, and both can be closed', async ({
  page,
  mail,
  enter,
}) => {
  await mail.add('5x', 'bounces', { emails: ['a@b.example', 'c@d.example'] })
  await enter(page)
  await page.clock.install()
  await page.goto('/email-management')
  const { row, purge, message } = emailPage(page)
  await row('a@b.example').getByRole('checkbox').check()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const [text, ms] of [
    ['Purge successful', 3000],
    ['0 of 1 addresses were purged.', 6000],
  ] as const) {
    await purge.click()
    await expect(message).toContainText(text)
    await expect(message.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.clock.runFor(ms - 1)
    await expect(message).toContainText(text)
    await page.clock.runFor(1)
    await expect(message).toHaveCount(0)
    await mail.fault({ method: 'DELETE', kind: 'status', status: 429 })
    await row('c@d.example').getByRole('checkbox').check()
  }
})

test('[ROUTE-07] without the permission the screen says so', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/email-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Unauthorized' })).toBeVisible()
})
