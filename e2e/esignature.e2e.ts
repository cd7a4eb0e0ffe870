import { padAgencyId } from '@agency-support/contract/ids'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { esigTab, expectGroup, signingAgency, controlFormstack } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { countLinesOfHalves } from './support/layout.ts'
import { recordCalls } from './support/screens.ts'
import { confirmBy, signInLongAgo, whoIsIt } from './support/second-factor.ts'
import { agent, password } from './support/world.ts'

test.afterEach(async ({ server }) => {
  // All requests to Formstack must have a route.
  expect(await controlFormstack(server, '/unknown')).toEqual([])
  await fetch(`${server.emulators.formstack}/fault`, { method: 'DELETE' })
})

const accountColumns = 'Id,Email,Active,Admin,Activated (ET),Deactivated,Created,Registered here'.split(',')

test('[ESIG-01] [ESIG-39] [PROV-14] [PROV-45] the tab shows the subscription, who is registered and the panels', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Signing Insurance')
  await enter(page)
  const tab = esigTab(page)
  await tab.open(id)
  await expect(tab.status).toContainText('Subscribed')
  await expect(tab.status).toContainText('Subscription Date')
  await expect(tab.status).toContainText('Mar 1st 2026 9:00:00 am')
  await expect(tab.status).toContainText(`g${id}`)
  await expect(tab.status).toContainText(/Formstack (answered|has not been asked)/)
  await expect(tab.users.getByRole('rowheader')).toHaveText([
    `bob@${id}.test`,
    `cy@${id}.test`,
    `ann@${id}.test`,
  ])
  await expect(tab.users.getByRole('columnheader')).toHaveText([
    /Email Address/,
    /Initials/,
    /Admin/,
    /Validated/,
    /Created/,
    /Account ID/,
    /Actions/,
  ])
  const cells = (name: string) => tab.users.getByRole('row', { name }).getByRole('cell')
  await expect(cells('bob').nth(4)).toHaveText('ERROR CREATING ACCOUNT AT FORMSTACK')
  await expect(cells('cy').nth(4)).toHaveText('Pending Verification')
  await expect(cells('ann').nth(4)).toContainText(`g${id}-1`)
  await expect(cells('ann').nth(0)).toHaveText('ANN')
  await expect(cells('ann').nth(1).getByRole('img', { name: 'Yes' })).toBeVisible()
  await expect(cells('bob').nth(1)).toHaveText('No')
  await expect(cells('bob').nth(2).getByRole('img', { name: 'Yes' })).toBeVisible()
  await expect(cells('cy').nth(2)).toHaveText('No')
  await expect(cells('ann').nth(3)).toHaveText('Mar 2nd 2026 10:04:05 am')
  await expect(tab.users.getByRole('button', { name: 'Next' })).toHaveCount(0)
  await expect(tab.danger.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await expect(tab.danger.getByRole('button', { name: 'Cleanup' })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'e-signature')
})

test('[ESIG-04] [PROV-45] [PROV-46] an agency that never subscribed has no date, no users and nothing to cancel', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await world.agency({ name: 'Paper Insurance' })
  await enter(page)
  const tab = esigTab(page)
  await tab.open(id)
  await expect(tab.status).toContainText('Not Subscribed')
  await expect(tab.status).toContainText('Subscription DateN/A')
  await expect(tab.status).toContainText('GroupN/A')
  await expect(tab.users).toContainText('No data')
  await expect(tab.danger.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expectReasons(page, 'no e-signature')
  await controlFormstack(server, '/groups', { id: `g${id}`, startDate: '2026-03-01T14:00:00Z', users: [] })
  await tab.query.getByRole('textbox', { name: 'Group id' }).fill(`g${id}`)
  await tab.query.getByRole('button', { name: 'Query' }).click()
  await expect(tab.query).toContainText('No data')
  await tab.status.getByRole('button', { name: 'Audit log' }).click()
  await expect(tab.dialog).toContainText('No data')
})

test('[ESIG-15] [ESIG-19] [PROV-23] [PROV-55] a missing account id is found by the query and set by keyboard', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Query Insurance')
  await enter(page)
  const tab = esigTab(page)
  await tab.open(id)
  const field = tab.query.getByRole('textbox', { name: 'Group id' })
  await test.step('[ESIG-12] an empty and an unknown group id', async () => {
    await expect(field).toHaveValue(`g${id}`)
    await field.fill('')
    const compare = page.getByRole('button', { name: /^Compare/ })
    const before = await compare.boundingBox()
    await field.press('Enter')
    await expect(tab.query).toContainText('Invalid Group Id')
    expect(await compare.boundingBox()).toEqual(before)
    await field.fill('no such group')
    await field.press('Enter')
    await expect(tab.query).toContainText('Invalid Group Id')
  })
  await field.fill(`g${id}`)
  await field.press('Enter')
  const accounts = tab.query.getByRole('table', { name: `Accounts of group g${id}` })
  await expect(accounts.getByRole('columnheader')).toHaveText(accountColumns)
  await expectGroup(page, id)
  await expect(tab.query).not.toContainText('Invalid Group Id')
  await expect(accounts.getByRole('row', { name: 'ann' })).toContainText('With this id')
  // A long address wraps before its @ and nowhere else.
  expect(await countLinesOfHalves(page, `bob@${id}.test`)).toEqual([1, 1])
  await expectAccessible(page, 'a queried group')
  const { height } = (await tab.users.boundingBox()) ?? {}
  const calls = recordCalls(page)
  await accounts.getByRole('button', { name: `Use g${id}-2 for bob@${id}.test` }).press('Enter')
  const typed = tab.dialog.getByRole('textbox', { name: 'Account ID' })
  await expect(typed).toHaveValue(`g${id}-2`)
  await expect(typed).toBeFocused()
  expect(calls.filter((body) => /esignature|formstack/i.test(body))).toEqual([])
  expect((await tab.dialog.boundingBox())?.width).toBe(500)
  await expectAccessible(page, 'edit account id')
  await test.step('[ESIG-18] what is too long is not sent, and what belongs to another is refused', async () => {
    await typed.fill('x'.repeat(51))
    await typed.press('Enter')
    await expect(tab.dialog).toContainText('The account id must be at most 50 characters.')
    await typed.fill(`g${id}-1`)
    await typed.press('Enter')
    await expect(tab.dialog).toContainText(`Failed to update FormStack Id for email bob@${id}.test.`)
    await expect(tab.dialog).toContainText(`This account id belongs to ann@${id}.test.`)
    await expect(typed).toHaveValue(`g${id}-1`)
  })
  await typed.fill(`g${id}-2`)
  await typed.press('Enter')
  await expect(tab.dialog).toHaveCount(0)
  await expect(page.getByText(`Success - Updated FormStack Id for bob@${id}.test.`)).toBeVisible()
  await expect(tab.users.getByRole('row').nth(1)).toContainText(new RegExp(`bob@${id}.test.*g${id}-2`))
  // The id has one line where the missing account had three, and nothing moves.
  expect((await tab.users.boundingBox())?.height).toBe(height)
})

test('[ESIG-09] [ESIG-10] [PROV-13] [PROV-43] [PROV-49] cancelling asks for the agency id and who is acting, and the rest is seen live', async ({
  page,
  enter,
  elsewhere,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Leaving Insurance')
  await controlFormstack(server, '/fault', { endpoint: 'patch', id: `g${id}-2`, kind: 'status', status: 503 })
  const person = await world.person({ permissions: [2000, 5002] })
  await enter(page, person)
  await signInLongAgo(world, person)
  const tab = esigTab(page)
  await tab.open(id)
  const other = await elsewhere(agent)
  await esigTab(other).open(id)
  await expect(esigTab(other).status).toContainText('Subscribed')
  await tab.danger.getByRole('button', { name: 'Cancel' }).click()
  await expect(tab.question).toContainText(
    'Cancel the e-signature subscription for this agency? This cannot be undone.',
  )
  const confirm = tab.question.getByRole('button', { name: 'Cancel subscription' })
  await expect(confirm).toBeDisabled()
  await expectAccessible(page, 'cancelling e-signature')
  const typed = tab.question.getByRole('textbox')
  await typed.fill(String(id - 1))
  await expect(confirm).toBeDisabled()
  await typed.fill(padAgencyId(id))
  await typed.press('Enter')
  await expect(whoIsIt(page)).toBeVisible()
  await confirmBy(page, 'Password', password)
  await expect(page.getByText('Successfully Cancelled ESignature Subscription')).toBeVisible()
  for (const { status } of [tab, esigTab(other)]) {
    await expect(status).toContainText('Cancelled')
    await expect(status).toContainText('Cancellation Date')
    await expect(status).toContainText('Formstack: 1 of 2 accounts still active')
    await expect(status).toContainText('Formstack answered with status 503. Next attempt')
  }
  await expectAccessibleInBoth(page, 'work under way')
  await fetch(`${server.emulators.formstack}/fault`, { method: 'DELETE' })
  // The checks above took their time, so that the next attempt may be half a minute away.
  for (const { status } of [tab, esigTab(other)])
    await expect(status).not.toContainText('still active', { timeout: 60_000 })
  const effects = (await controlFormstack(server, '/effects')) as Record<string, object>
  expect(Object.values(effects)).toContainEqual({
    [`deactivated g${id}-1`]: 1,
    [`deactivated g${id}-2`]: 1,
  })

  await test.step('[ESIG-11] [PROV-43] [PROV-50] clean-up asks too, and its button goes with the users', () =>
    cleanUp(page, id))
})

async function cleanUp(page: Page, id: number): Promise<void> {
  const tab = esigTab(page)
  await tab.danger.getByRole('button', { name: 'Cleanup' }).click()
  await expect(tab.question.getByRole('button', { name: 'Clean up' })).toBeDisabled()
  await tab.question.getByRole('textbox').fill(String(id))
  await tab.question.getByRole('button', { name: 'Clean up' }).click()
  await expect(page.getByText('Successfully Cleaned Up ESignature Subscription')).toBeVisible()
  await expect(tab.users).toContainText('No data')
  await expect(tab.danger.getByRole('button', { name: 'Cleanup' })).toHaveCount(0)
  await expect(tab.status).toContainText('Cancelled')
}

test('[ESIG-22] [ESIG-23] [ESIG-25] [ESIG-26] [ESIG-27] [PROV-23] [PROV-44] an account is deleted by typing its email, and the audit log tells of it', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Deleting Insurance')
  await enter(page)
  const tab = esigTab(page)
  await tab.open(id)
  const email = `ann@${id}.test`
  const begin = async () => {
    await tab.users.getByRole('button', { name: `Delete ${email}` }).click()
    await expect(tab.question.getByRole('button', { name: 'Delete account' })).toBeDisabled()
    expect((await tab.question.boundingBox())?.width).toBe(500)
    await tab.question.getByRole('textbox').fill(`bob@${id}.test`)
    await expect(tab.question.getByRole('button', { name: 'Delete account' })).toBeDisabled()
    await tab.question.getByRole('textbox').fill(email)
    await tab.question.getByRole('button', { name: 'Delete account' }).click()
  }
  await controlFormstack(server, '/fault', { endpoint: 'delete', kind: 'status', status: 503, times: 1 })
  await begin()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete account.' })).toContainText(
    'Formstack cannot be reached at the moment.',
  )
  await expect(tab.users.getByRole('rowheader', { name: email })).toBeVisible()
  await begin()
  await expect(page.getByText('Success - Account Deleted.')).toBeVisible()
  await expect(tab.users.getByRole('rowheader', { name: email })).toHaveCount(0)
  await expect(tab.users.locator('tbody :focus')).toHaveCount(1)

  const calls = recordCalls(page)
  await tab.status.getByRole('button', { name: 'Audit log' }).click()
  const log = tab.dialog.getByRole('table', { name: 'Deleted e-signature accounts' })
  await expect(log.getByRole('columnheader')).toHaveText([/Username/, /Time/, /User Type/, /Email Address/])
  await expect(log.locator('tbody').getByRole('row')).toHaveText([
    new RegExp(
      `admin@support\\.test[A-Z][a-z]{2} \\d+[a-z]{2} 20\\d\\d \\d+:\\d\\d:\\d\\d [ap]mStaff.*${email}`,
    ),
  ])
  expect(calls.find((body) => body.includes('GetEsignatureUserLogs'))).toBe(
    `{"command":"GetEsignatureUserLogs","agencyId":${id},"eventName":"DeleteAccount"}`,
  )
  expect((await tab.dialog.boundingBox())?.width).toBe(820)
  await expectAccessibleInBoth(page, 'audit log')
  const sizes = tab.dialog.getByRole('combobox', { name: 'Rows per page' }).first().locator('option')
  await expect(sizes).toHaveText(['5', '10', '25'])
})

test('the last digit of the id moves neither answer to a question that cannot be undone', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Still Insurance')
  await enter(page)
  const tab = esigTab(page)
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await tab.open(id)
    await tab.danger.getByRole('button', { name: 'Cancel' }).click()
    const answers = tab.question.getByRole('button')
    const places = async () => Promise.all((await answers.all()).map((answer) => answer.boundingBox()))
    await expect(answers.last()).toBeDisabled()
    const before = await places()
    await tab.question.getByRole('textbox').fill(String(id))
    await expect(answers.last()).toBeEnabled()
    expect(await places(), `${width} px`).toEqual(before)
  }
})

test('[PROV-56] a comparison is made by its button only, and a repair opens the act with its fields filled', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Comparing Insurance')
  await enter(page)
  const tab = esigTab(page)
  await fetch(`${server.emulators.formstack}/received`, { method: 'DELETE' })
  await tab.open(id)
  await expect(tab.users.getByRole('rowheader')).toHaveCount(3)
  expect(await controlFormstack(server, '/received')).toEqual([])
  await tab.comparison.getByRole('button', { name: 'Compare with Formstack' }).click()
  const rows = tab.comparison.getByRole('table').locator('tbody').getByRole('row')
  await expect(rows).toHaveText([
    new RegExp(`bob@${id}.test.*No account id.*g${id}-2 · active.*Another account id`),
    new RegExp(`ann@${id}.test.*g${id}-1.*g${id}-1 · active.*Same`),
    new RegExp(`cy@${id}.test.*No account id.*No account.*Same`),
  ])
  await expect(tab.comparison.getByRole('status')).toHaveText('1 of 3 differs.')
  await expectAccessible(page, 'comparison')
  await tab.comparison.getByRole('button', { name: 'Edit ID' }).click()
  await expect(tab.dialog.getByRole('textbox', { name: 'Account ID' })).toHaveValue(`g${id}-2`)
  await tab.dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tab.users.getByRole('row', { name: 'bob' })).toContainText(`g${id}-2`)
  await expect(rows.first()).toContainText('Same')
})

test('[ESIG-17] [ESIG-21] [ESIG-24] [PROV-24] without the permissions everything can be looked at, and each act says why not', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Watching Insurance')
  await enter(page, agent)
  const tab = esigTab(page)
  await tab.open(id)
  const acts = [
    tab.danger.getByRole('button', { name: 'Cancel' }),
    tab.users.getByRole('button', { name: `Edit ID of ann@${id}.test` }),
    tab.users.getByRole('button', { name: `Delete ann@${id}.test` }),
  ]
  for (const act of acts) {
    await expect(act).toBeDisabled()
    await expect(act).toHaveAttribute('data-tip', 'You do not have permission to perform this action.')
  }
  await expect(tab.status.getByRole('button', { name: 'Audit log' })).toHaveCount(0)
  await expectReasons(page, 'e-signature without permissions')
})
