import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { addMails, addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { counting } from './support/counting.ts'
import { esigTab, signingAgency } from './support/esignature.ts'
import { expect, test } from './support/fixture.ts'
import { commandTab } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'
import { sendGrid } from './support/send-grid.ts'
import { textingAgency, textingTab } from './support/texting.ts'

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

/**
 * Types at 60 ms per key as soon as the agency's name is readable, and waits only where something must be read.
 */
async function typing(page: Page, agencyId: number, name: string) {
  await page.goto(`/agency-detail/${agencyId}`)
  await expect(heading(page, name)).toBeFocused()
  return counting(page, 60)
}

test('jobs 1 and 4 typed at once: another agency and then a client of it, in 2 and 3 keys', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Dictated Insurance' })
  const software = await world.software(id)
  await software.send({ kind: 'client', name: '12345678.json', clientId: '12345678', content: '{}' })
  await enter(page)
  const first = await typing(page, 8951, 'Lee Agency Group')
  await first.press('Control+k')
  await first.type(String(id))
  await first.press('Enter')
  await expect(heading(page, 'Dictated Insurance')).toBeFocused()
  expect(first.spent).toEqual({ keys: 2, typed: 8 })
  const second = counting(page, 60)
  await second.press('Control+k')
  await second.type('c 12345678')
  await second.press('Enter')
  await expect(page.getByRole('button', { name: 'Download, Client File' })).toBeFocused()
  const coming = page.waitForEvent('download')
  await second.press('Enter')
  expect((await coming).suggestedFilename()).toContain('12345678')
  expect(second.spent).toEqual({ keys: 3, typed: 10 })
})

test('job 2 typed at once: a locked user is unlocked and the sign-ins read, in 6 keys and 3 letters', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Typed Insurance')
  await addSignins(world, id, 'LCK', [3, 3, 4])
  await enter(page)
  const { press, type, spent } = await typing(page, id, 'Typed Insurance')
  await press('t', 'u')
  await type('lck')
  // Whether or not the users are loaded by now.
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Sign-in log of LCK', exact: true })).toBeFocused()
  await press('Enter')
  await expect(usersTab(page).dialog).toContainText('2 × Invalid Credentials, then Locked Out')
  await press('Escape')
  expect(spent).toEqual({ keys: 6, typed: 3 })
})

test('job 3 typed at once: a bounced address is found and purged, in 9 keys and 3 letters', async ({
  page,
  enter,
  world,
  server,
}) => {
  const id = await usersAgency(world, 'Bounced Insurance')
  await addMails(world, id, 'ABC', [5])
  const mail = sendGrid(server)
  await mail.empty()
  await mail.add('5x', 'bounces', { emails: ['ann@agency.test', 'bob@agency.test'] })
  await enter(page)
  const { press, type, spent } = await typing(page, id, 'Bounced Insurance')
  await press('t', 'u')
  await type('abc')
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Email Status Log of ABC' })).toBeFocused()
  await press('Enter')
  await expect(usersTab(page).dialog.getByRole('link', { name: 'Find in Email Management' })).toBeFocused()
  await press('Enter')
  const search = page.getByRole('textbox', { name: 'Search', exact: true })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('ann@agency.test')
  await press('Enter')
  await expect(page.locator('tbody tr[data-row]:focus-within')).toContainText('ann@agency.test')
  await press('Space', 'Delete')
  const purge = page.getByRole('button', { name: 'Purge 1' })
  await expect(purge).toBeFocused()
  await press('Enter')
  await expect(page.getByText('No Email Suppressions Found')).toBeVisible()
  await expect(search).toBeFocused()
  expect(spent).toEqual({ keys: 9, typed: 3 })
})

test('job 5 typed at once: a client is synchronised, in 3 keys and what was dictated', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Synced Insurance' })
  await enter(page)
  const { press, type, spent } = await typing(page, id, 'Synced Insurance')
  await press('Control+k')
  await type('sync 12345678')
  await press('Enter')
  await expect(commandTab(page).execute).toBeFocused()
  await press('Enter')
  await expect(commandTab(page).rows).toContainText('12345678')
  expect(spent).toEqual({ keys: 3, typed: 13 })
})

test('job 5 typed at once: new logs are requested, in 3 keys and 3 letters', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Read Insurance' })
  await enter(page)
  const { press, type, spent } = await typing(page, id, 'Read Insurance')
  await press('Control+k')
  await type('log')
  await press('Enter')
  await expect(commandTab(page).execute).toBeFocused()
  await press('Enter')
  await expect(commandTab(page).rows).toContainText('All Logs')
  expect(spent).toEqual({ keys: 3, typed: 3 })
})

test('job 7 typed at once: a temporary user is made and copied, in 4 keys and 4 letters', async ({
  page,
  context,
  enter,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await usersAgency(world, 'Helped Insurance')
  await enter(page)
  const { press, type, spent } = await typing(page, id, 'Helped Insurance')
  await press('Control+k')
  await type('temp')
  await press('Enter')
  await expect(usersTab(page).dialog.getByRole('textbox', { name: 'Initials' })).toBeFocused()
  await press('Control+Enter')
  await expect(usersTab(page).dialog.getByRole('button', { name: 'Copy both' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Copied initials and password')).toBeVisible()
  expect(spent).toEqual({ keys: 4, typed: 4 })
})

test('job 8 typed at once: a seat request is taken in hand, in 6 keys and 8 digits', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Seated Insurance' })
  await request(world, agencyId)
  await enter(page, await world.person(manager))
  const { press, type, spent } = await typing(page, 8951, 'Lee Agency Group')
  const { rows, status } = reportPage(page)
  await press('g', 's')
  await type(String(agencyId))
  await expect(rows).toHaveCount(1)
  await press('Enter')
  await expect(status(rows.first())).toBeFocused()
  await press('Enter', 'ArrowDown', 'Enter')
  await expect(status(rows.first())).toHaveText(/In Process/)
  expect(spent).toEqual({ keys: 6, typed: 8 })
})

test('job 8 typed ahead: what follows Enter while the requests are read is done in the row once they are there', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Awaited Insurance' })
  await request(world, agencyId)
  await enter(page, await world.person(manager))
  const { press, type } = await typing(page, 8951, 'Lee Agency Group')
  const { rows, status, search, table } = reportPage(page)
  await world.holdingTable('seat_request', async () => {
    await press('g', 's')
    await type(String(agencyId))
    await press('Enter', 'Enter', 'ArrowDown', 'Enter')
    await expect(search).toHaveValue(String(agencyId))
    await expect(search).toBeFocused()
    await expect(table).toHaveAttribute('aria-busy', 'true')
  })
  await expect(rows).toHaveCount(1)
  await expect(status(rows.first())).toHaveText(/In Process/)
})

test('job 9 typed at once: a message is looked up by its pasted id, in 3 keys and 4 letters', async ({
  page,
  context,
  enter,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await textingAgency(world, 'Message Insurance')
  await enter(page, await world.person({ permissions: [P.CanAccess] }))
  const { press, type, spent } = await typing(page, id, 'Message Insurance')
  await page.evaluate(`navigator.clipboard.writeText('bw-${id}')`)
  await press('Control+k')
  await type('msg ')
  await press('Control+v', 'Enter')
  const { message } = textingTab(page)
  await expect(message).toContainText('See you Monday')
  await expect(message.getByRole('textbox', { name: 'Message id' })).toHaveValue(`bw-${id}`)
  expect(spent).toEqual({ keys: 3, typed: 4 })
})

test('job 10 typed at once: an account id that is missing is found and saved, in 6 keys', async ({
  page,
  enter,
  world,
}) => {
  const id = await signingAgency(world, 'Signed Insurance')
  await enter(page)
  const { press, spent } = await typing(page, id, 'Signed Insurance')
  const { users, query, dialog } = esigTab(page)
  await press('t', 'e', 'q')
  await expect(query.getByRole('textbox', { name: 'Group id' })).toBeFocused()
  await expect(users.getByRole('row').nth(1)).toContainText(`bob@${id}.test`)
  await press('Enter')
  await expect(query.getByRole('button', { name: `Use g${id}-2 for bob@${id}.test` })).toBeFocused()
  await press('Enter')
  const typed = dialog.getByRole('textbox', { name: 'Account ID' })
  await expect(typed).toBeFocused()
  await expect(typed).toHaveValue(`g${id}-2`)
  await press('Enter')
  await expect(users.getByRole('row', { name: 'bob' })).toContainText(`g${id}-2`)
  expect(spent).toEqual({ keys: 6, typed: 0 })
})

test('an arrow that follows the last letter at once goes to the first row that the letters leave', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/user-management')
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows.filter({ hasText: 'agent@support.test' })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Search', exact: true }).focus()
  // In one task, so that no frame comes between the two keys; React sees the text in a microtask.
  await page.evaluate(`(async () => {
    const field = document.activeElement
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    set.call(field, 'agent@support.test')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    for (let turn = 0; turn < 5; turn += 1) await null
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  })()`)
  await expect(page.locator('tbody tr[data-row]:focus-within')).toContainText('agent@support.test')
  await expect(rows).toHaveCount(1)
})
