import { P } from '@agency-support/contract/permissions'
import type { Page } from '@playwright/test'
import { addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { counting } from './support/counting.ts'
import { expect, test } from './support/fixture.ts'
import { commandTab } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'
import { textingAgency, textingTab } from './support/texting.ts'

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

/**
 * Somebody who types 60 ms a key from the moment the agency's name can be read, and looks up only where something is
 * to be read. Nothing is fetched ahead, as on a slow line.
 */
async function typing(page: Page, agencyId: number, name: string) {
  await page.addInitScript('window.requestIdleCallback = () => 0')
  await page.goto(`/agency-detail/${agencyId}`)
  await expect(heading(page, name)).toBeFocused()
  return counting(page, 60)
}

test('jobs 1 and 4 typed at once: another agency and then a client of it, in 2 and 3 keys', async ({
  page,
  enter,
  world,
  softwareFor,
}) => {
  const id = await world.agency({ name: 'Dictated Insurance' })
  const software = await softwareFor(id)
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
  await expect(usersTab(page).cards).toHaveCount(1)
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Sign-in log of LCK', exact: true })).toBeFocused()
  await press('Enter')
  await expect(usersTab(page).dialog).toContainText('2 × Invalid Credentials, then Locked Out')
  await press('Escape')
  expect(spent).toEqual({ keys: 6, typed: 3 })
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

test('job 9 typed at once: a message is looked up by its pasted id, in 3 keys and 4 letters', async ({
  page,
  context,
  enter,
  world,
  server,
  softwareFor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await textingAgency({ world, server, softwareFor }, 'Message Insurance')
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
