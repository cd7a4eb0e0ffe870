import { P } from '@agency-support/contract/permissions'
import type { Locator, Page } from '@playwright/test'
import { addSignins, usersAgency, usersTab } from './support/agency-users.ts'
import { counting } from './support/counting.ts'
import { expect, neverIdle, test } from './support/fixture.ts'
import { healthFacts, reportHealth } from './support/health.ts'
import { recordCalls, commandTab } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'

// As in a day's work.
test.use({ prefetches: true })

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

for (const typed of ['6938', '00006938', '6 938', '0000-6938'])
  test(`job 1: ${typed} read out on the phone opens its agency, in 2 keys`, async ({ page, enter }) => {
    await enter(page)
    await page.goto('/agency-detail/8951')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const { press, type, spent } = counting(page)
    await press('Control+k')
    await type(typed)
    await press('Enter')
    await expect(heading(page, 'Smith Insurance')).toBeFocused()
    await expect(page).toHaveURL('/agency-detail/6938')
    expect(spent.keys).toBe(2)
  })

test('job 2: a locked user is found, unlocked and their sign-ins read, in 6 keys and 3 letters', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Locked Insurance')
  await addSignins(world, id, 'LCK', [3, 3, 3, 4])
  await enter(page)
  const calls = recordCalls(page)
  const unlocks = () => calls.filter((body) => body.includes('UnlockUser5x'))
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Locked Insurance')).toBeFocused()
  const { press, type, spent } = counting(page)
  const { filter, cards, card, dialog } = usersTab(page)
  await press('t', 'u')
  await expect(filter).toBeFocused()
  await type('lck')
  await expect(cards).toHaveCount(1)
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeFocused()
  // The key that moves to the button does not press it as well.
  expect(unlocks()).toHaveLength(0)
  await press('Enter')
  await expect(page.getByText('User: Lou Key has been unlocked.')).toBeVisible()
  expect(unlocks()).toHaveLength(1)
  await expect(card('LCK')).not.toContainText('Locked Out')
  // Its button disappears with the lock, and the focus moves on.
  const log = page.getByRole('button', { name: 'Sign-in log of LCK', exact: true })
  await expect(log).toBeFocused()
  await press('Enter')
  await expect(dialog).toContainText('3 × Invalid Credentials, then Locked Out from 10.0.0.4.')
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(log).toBeFocused()
  expect(spent).toEqual({ keys: 6, typed: 3 })
})

test('job 4: a client is looked up and its file downloaded, in 3 keys and what was dictated', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Palette Insurance' })
  const software = await world.software(id)
  await software.send({ kind: 'client', name: '12345678.json', clientId: '12345678', content: '{}' })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Palette Insurance')).toBeFocused()
  const { press, type, spent } = counting(page)
  await press('Control+k')
  await type('c 12345678')
  await press('Enter')
  await expect(page.getByRole('button', { name: 'Download, Client File' })).toBeFocused()
  const coming = page.waitForEvent('download')
  await press('Enter')
  expect((await coming).suggestedFilename()).toContain('12345678')
  expect(spent).toEqual({ keys: 3, typed: 10 })
})

test('job 4: with a client that no store knows, the field has the focus for the next id', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Unknown Client Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Unknown Client Insurance')).toBeFocused()
  const { press, type } = counting(page)
  await press('Control+k')
  await type('c 12345678')
  await press('Enter')
  await expect(page.getByText('No store that this agency uses knows client 12345678.')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Client Lookup' }).getByLabel('Client Id')).toBeFocused()
})

test('job 5: a client is synchronised and seen in the queue, in 3 keys and what was dictated', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Keyboard Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Keyboard Insurance')).toBeFocused()
  const { press, type, spent } = counting(page)
  await press('Control+k')
  await type('sync 12345678')
  await expect(page.getByRole('option', { selected: true })).toContainText('Sync client 12345678')
  await press('Enter')
  const { ids, execute, rows } = commandTab(page)
  await expect(execute).toBeFocused()
  await expect(ids).toHaveValue('12345678')
  await press('Enter')
  await expect(rows).toContainText('12345678')
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=command`)
  expect(spent).toEqual({ keys: 3, typed: 13 })
})

test('job 6: sync errors, token age and totals are read off the header with no key; two keys lead to each', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Ailing Insurance' })
  await reportHealth(world, id, { token: 72, errors: 4, search: 92 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await expect(heading(page, 'Ailing Insurance')).toBeFocused()
  for (const fact of [/^Token 72 min\./, /^Sync errors 4, /, /^Search −8\./])
    await expect(healthFacts(page).filter({ hasText: fact })).toBeInViewport({ ratio: 1 })
  for (const [letter, tab] of [
    ['f', 'Files'],
    ['p', 'Product Summary'],
  ] as const) {
    const { press, spent } = counting(page)
    await press('t', letter)
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    expect(spent.keys).toBe(2)
  }
})

test('job 7: a temporary user is made and its name and password copied, in 4 keys and 4 letters', async ({
  page,
  context,
  enter,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await usersAgency(world, 'Helping Insurance')
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Helping Insurance')).toBeFocused()
  const { press, type, spent } = counting(page)
  const { dialog } = usersTab(page)
  await press('Control+k')
  await type('temp')
  await press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Initials' })).toBeFocused()
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue()
  // The palette has opened the form and created nobody.
  expect(await world.sql('select from super_user where agency_id = $1', [id])).toEqual([])
  await press('Control+Enter')
  await expect(dialog).toContainText('Temporary user --0 created.')
  await expect(dialog.getByRole('button', { name: 'Copy both' })).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Copied initials and password')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`--0 ${password}`)
  expect(spent).toEqual({ keys: 4, typed: 4 })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=users`)
})

test('job 8: a seat request is worked off by keys alone, in 6 keys and 8 digits', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Seat Insurance' })
  await request(world, agencyId)
  await enter(page, await world.person(manager))
  await page.goto('/agency-detail/8951')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { press, type, spent } = counting(page)
  const { rows, status, search } = reportPage(page)
  await press('g', 's')
  await expect(search).toBeFocused()
  await type(String(agencyId))
  await expect(rows).toHaveCount(1)
  const name = page.getByRole('columnheader', { name: 'Agency Name' })
  const place = await name.boundingBox()
  await press('Enter')
  await expect(status(rows.first())).toBeFocused()
  // Whose seats they are stays in view, in a table wider than the window.
  expect(await name.boundingBox()).toEqual(place)
  await press('Enter', 'ArrowDown', 'Enter')
  await expect(status(rows.first())).toHaveText(/In Process/)
  expect(await name.boundingBox()).toEqual(place)
  expect(spent.keys).toBeLessThanOrEqual(6)
  expect(spent.typed).toBeLessThanOrEqual(8)
})

/** Clicks and counts. */
function clicking() {
  const spent = { clicks: 0 }
  return {
    spent,
    async click(...targets: Locator[]) {
      for (const target of targets) await target.click()
      spent.clicks += targets.length
    },
  }
}

test('jobs 1 and 2 by mouse: an agency opened before in 1 click; a locked user unlocked and read about in 3', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Clicked Insurance')
  await addSignins(world, id, 'LCK', [3, 4])
  await enter(page, await world.person({ permissions: [2000, P.CanUnlockAgencyUsers] }))
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Clicked Insurance')).toBeFocused()
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  const first = clicking()
  await first.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: `${id}` }))
  await expect(heading(page, 'Clicked Insurance')).toBeFocused()
  expect(first.spent.clicks).toBe(1)
  const second = clicking()
  await second.click(
    page.getByRole('tab', { name: 'Users' }),
    page.getByRole('button', { name: 'Unlock LCK' }),
  )
  await expect(page.getByText('User: Lou Key has been unlocked.')).toBeVisible()
  await second.click(page.getByRole('button', { name: 'User Signin Log of LCK' }))
  await expect(usersTab(page).dialog).toContainText('Invalid Credentials, then Locked Out')
  expect(second.spent.clicks).toBe(3)
})

test('jobs 5 and 7 by mouse: a client synchronised and a temporary user made and copied, in 4 clicks each', async ({
  page,
  context,
  enter,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await usersAgency(world, 'Four Clicks Insurance')
  await enter(page)
  await page.goto(`/agency-detail/${id}`)
  const { choice, ids, execute, rows } = commandTab(page)
  const sync = clicking()
  await sync.click(page.getByRole('tab', { name: 'Command' }), choice('Sync Clients'), ids)
  await page.keyboard.type('12345678')
  await sync.click(execute)
  await expect(rows).toContainText('12345678')
  expect(sync.spent.clicks).toBe(4)
  const { create, dialog } = usersTab(page)
  const make = clicking()
  await make.click(
    page.getByRole('tab', { name: 'Users' }),
    create,
    dialog.getByRole('button', { name: 'Save' }),
  )
  await make.click(dialog.getByRole('button', { name: 'Copy both' }))
  await expect(page.getByText('Copied initials and password')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^--0 .{16}$/)
  expect(make.spent.clicks).toBe(4)
})

test('job 8 by mouse: a seat request is taken in hand in 3 clicks', async ({ page, enter, world }) => {
  const agencyId = await world.agency({ name: 'Clicked Seats' })
  await request(world, agencyId, { at: new Date().toISOString() })
  await enter(page, await world.person(manager))
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  const { row, status } = reportPage(page)
  const { click, spent } = clicking()
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Seat Management' }))
  const mine = row('Clicked Seats')
  await click(status(mine), mine.getByRole('option', { name: 'In Process' }))
  await expect(status(mine)).toHaveText(/In Process/)
  expect(spent.clicks).toBe(3)
})

test('letters typed at 60 ms a key after t u and g s on a cold page all reach the field that comes', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Cold Insurance')
  await enter(page)
  // Nothing is prefetched, as on a slow connection.
  await page.addInitScript(neverIdle)
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Cold Insurance')).toBeFocused()
  await page.keyboard.type('tunco', { delay: 60 })
  await expect(usersTab(page).filter).toHaveValue('NCO')
  await page.goto(`/agency-detail/${id}`)
  await expect(heading(page, 'Cold Insurance')).toBeFocused()
  await page.keyboard.type('gscold', { delay: 60 })
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('cold')
})
