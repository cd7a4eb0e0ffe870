import { esignature } from '@agency-support/contract/modules/esignature'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts'
import { esigTab, signingAgency, controlFormstack } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { expectStill, placedControls } from './support/still.ts'

test.afterEach(async ({ server }) => {
  await fetch(`${server.emulators.formstack}/fault`, { method: 'DELETE' })
})

/** Presses a button of the danger zone and confirms it by the agency id. */
async function confirmDanger(page: Page, id: number, button: string, confirm: string): Promise<void> {
  const tab = esigTab(page)
  await tab.danger.getByRole('button', { name: button }).click()
  await tab.question.getByRole('textbox').fill(String(id))
  await tab.question.getByRole('button', { name: confirm }).click()
}

test('[ESIG-34] [ESIG-35] [PROV-06] what is said when the data or Formstack cannot be reached', async ({
  page,
  enter,
  world,
  server,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await signingAgency(world, 'Failing Insurance')
  await enter(page)
  const tab = esigTab(page)
  await world.without('esignature_user', async () => {
    await tab.open(id)
    await expect(tab.status).toContainText(
      'Error Loading Subscription Data: Error communicating with Agency Support API',
    )
    await tab.query.getByLabel('Group id').fill(`g${id}`)
    await tab.query.getByRole('button', { name: 'Query' }).click()
    await expect(tab.query.getByRole('row', { name: 'bob' })).toContainText('Not known')
    await expectAccessible(page, 'e-signature not loaded')
  })
  await tab.status.getByRole('button', { name: 'Try again' }).click()
  await expect(tab.status).toContainText('Subscribed')
  await expect(
    tab.query.getByRole('row', { name: 'bob' }).getByRole('button', { name: /^Use/ }),
  ).toBeVisible()
  await controlFormstack(server, '/fault', { endpoint: 'group', kind: 'body', body: '<html>', times: 1 })
  await tab.query.getByRole('button', { name: 'Query' }).click()
  await expect(tab.query).toContainText('Error communicating with FormStack API')
  await expect(tab.query).toContainText('Formstack gave no usable answer.')
  await expect(tab.status).toContainText('Formstack status unknown')
  await tab.query.getByRole('button', { name: 'Query' }).click()
  await expect(tab.query.getByRole('table')).toBeVisible()
  await expect(tab.status).toContainText('Formstack answered just now')
  await expect(tab.query).not.toContainText('Error communicating')
})

test('[ESIG-10] [ESIG-11] a cancellation and a clean-up that fail say so, and change nothing', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await signingAgency(world, 'Unlucky Insurance')
  await enter(page, await world.person({ permissions: [2000, 5002] }))
  const tab = esigTab(page)
  await tab.open(id)
  const act = (button: string, confirm: string) => confirmDanger(page, id, button, confirm)
  const failed = (text: string) => page.locator('[data-level=error]').filter({ hasText: text })
  await world.without('journal', async () => {
    await act('Cancel', 'Cancel subscription')
    await expect(failed('Error Cancelling ESignature Subscription')).toBeVisible()
  })
  await expect(tab.status.getByText('Subscribed', { exact: true })).toBeVisible()
  await act('Cancel', 'Cancel subscription')
  await expect(tab.status.getByText('Cancelled', { exact: true })).toBeVisible()
  await world.without('journal', async () => {
    await act('Cleanup', 'Clean up')
    await expect(failed('Error Cleaning Up ESignature Subscription')).toBeVisible()
  })
  await expect(tab.users.getByRole('rowheader')).toHaveCount(3)
})

test('[PROV-50] a clean-up of which Formstack refuses one account removes the others, and says what is left and why', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Refused Insurance')
  await enter(page, await world.person({ permissions: [2000, 5002] }))
  const tab = esigTab(page)
  await tab.open(id)
  await confirmDanger(page, id, 'Cancel', 'Cancel subscription')
  await expect(tab.status.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(tab.status).not.toContainText('still active')
  const refused = `g${id}-1`
  await controlFormstack(server, '/fault', { endpoint: 'delete', id: refused, kind: 'status', status: 403 })
  await confirmDanger(page, id, 'Cleanup', 'Clean up')
  await expect(tab.users).toContainText('No data')
  await expect(tab.status).toContainText('Formstack: 1 of 3 accounts still to remove')
  await expect(tab.status).toContainText('Formstack answered with status 403. Next attempt')
  await expectAccessibleInBoth(page, 'a clean-up that is refused one account')
  await tab.query.getByRole('button', { name: 'Query' }).click()
  await expect(tab.query.getByRole('rowheader')).toHaveText([refused])
})

test('the answers of Formstack move none of the cards below the questions', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await signingAgency(world, 'Still Signing Insurance')
  const slow = (kind: object) => controlFormstack(server, '/fault', { endpoint: 'group', times: 1, ...kind })
  await enter(page)
  await page.setViewportSize({ width: 1280, height: 2000 })
  const tab = esigTab(page)
  await tab.open(id)
  const asks = [
    { card: tab.query, name: 'Query', shows: 'Use' },
    { card: tab.comparison, name: 'Compare with Formstack', shows: 'Edit ID' },
  ]
  for (const { card, name, shows } of asks) {
    const ask = card.getByRole('button', { name })
    await expect(ask).toBeEnabled()
    await slow({ kind: 'delay', ms: 2_000 })
    await ask.click()
    await expect(card.getByText('Asking Formstack…')).toBeVisible()
    const before = await placedControls(page)
    await expect(card.getByRole('button', { name: shows }).first()).toBeVisible()
    await expectStill(before, `${name}: answered`)
    await slow({ kind: 'body', body: '<html>' })
    await ask.click()
    await expect(card.getByRole('alert')).toBeVisible()
    await expect(card).toContainText('Formstack gave no usable answer.')
    await expectStill(before, `${name}: failed`)
  }
})

test('a refusal that names a long address moves neither the field nor the buttons of the dialog', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Long Address Insurance')
  const emailAddress = `${'annamaria.'.repeat(5)}smith@${id}.test`
  const user = { userInitials: 'AMS', isAdmin: false, isValidated: true, accountId: 'hers' }
  const users = [
    { ...user, emailAddress, dateCreated: '2026-03-02T15:04:05Z' },
    { ...user, emailAddress: `bob@${id}.test`, dateCreated: '2026-03-02T15:04:05Z', accountId: '' },
  ]
  const software = await world.software(id)
  await software.call(esignature.report, {
    events: [{ kind: 'users', id: 'long', at: '2026-03-03T15:04:05Z', users }],
  })
  await enter(page)
  const tab = esigTab(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await tab.open(id)
    await tab.users.getByRole('row', { name: 'bob' }).getByRole('button', { name: 'Edit' }).click()
    const field = tab.dialog.getByRole('textbox', { name: 'Account ID' })
    await field.fill('hers')
    const before = await placedControls(page)
    await field.press('Enter')
    await expect(tab.dialog).toContainText(`This account id belongs to ${emailAddress}.`)
    await expectStill(before, `${width} px`)
    await tab.dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
  }
})
