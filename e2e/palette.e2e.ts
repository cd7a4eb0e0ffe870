import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './support/accessibility.ts'
import { usersAgency } from './support/agency-users.ts'
import { seatAgency } from './support/seats.ts'
import { expect, test } from './support/fixture.ts'
import { palette } from './support/palette.ts'
import { agencyPage, recordCalls, listPage } from './support/screens.ts'
import { agent } from './support/world.ts'

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text })

test('part of a name finds its agency, and the arrows choose among what is found', async ({
  page,
  enter,
  world,
}) => {
  await world.agency({ name: 'Zebrawood Insurance' })
  const second = await world.agency({ name: 'Zebrawood Partners' })
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  const { open, field, rows, marked, dialog } = palette(page)
  await open()
  await page.keyboard.type('zebrawood')
  await expect(rows).toHaveCount(2)
  await expect(marked).toContainText('Zebrawood Insurance')
  await page.keyboard.press('ArrowDown')
  await expect(marked).toContainText('Zebrawood Partners')
  await expect(field).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/agency-detail/${second}`)
})

test('keys that choose among the words of an input method are left to it', async ({ page, enter }) => {
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  const { open, field, rows, marked } = palette(page)
  await open()
  const third = await rows.nth(2).textContent()
  for (const isComposing of [false, true, false])
    await field.dispatchEvent('keydown', { key: 'ArrowDown', isComposing })
  await expect(marked).toHaveText(third ?? '')
})

test('keys pressed before the palette is there become its text, and Enter opens what it finds', async ({
  page,
  enter,
  world,
}) => {
  await world.agency({ name: 'Quickthorn Insurance' })
  await enter(page)
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  // In one task, so that the palette cannot open in between.
  await page.evaluate(`
    const press = (init) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    press({ key: 'k', ctrlKey: true })
    for (const key of ['q', 'u', 'i', 'c', 'k', 't', 'h', 'o', 'r', 'n', 'Enter']) press({ key })
  `)
  await expect(heading(page, 'Quickthorn Insurance')).toBeFocused()
  await expect(palette(page).dialog).toHaveCount(0)
})

test('whoever types on after Enter is not taken to what the earlier text finds', async ({
  page,
  enter,
  world,
}) => {
  await world.agency({ name: 'Blackthorn Insurance' })
  await enter(page)
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  const { open, field, rows, dialog } = palette(page)
  await open()
  // Nothing can be found before the last key, however slowly the keys arrive.
  await world.holdingTable('agency', async () => {
    await page.keyboard.type('blackthorn')
    await page.keyboard.press('Enter')
    await page.keyboard.type('s')
    await page.keyboard.press('Backspace')
  })
  await expect(rows.filter({ hasText: 'Blackthorn Insurance' })).toHaveCount(1)
  await expect(dialog).toBeVisible()
  await expect(field).toHaveValue('blackthorn')
})

test('the agency of a whole id is read before Enter, that of a part of one is not', async ({
  page,
  enter,
  world,
}) => {
  const id = String(await world.agency({ name: 'Foreseen Insurance' }))
  await enter(page)
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  const read: string[] = []
  page.on('request', (request) => {
    const { command, agencyId } = (request.postDataJSON() ?? {}) as { command?: string; agencyId?: number }
    if (command === 'GetAgencyConfig') read.push(String(agencyId))
  })
  await palette(page).open()
  await page.keyboard.type(id)
  await expect.poll(() => read).toEqual([id])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Foreseen Insurance')).toBeFocused()
  expect(read).toEqual([id])
})

test('no match is said to be none once the server has answered, and Enter goes on in the list', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/agency-detail/8951')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await palette(page).open()
  await page.keyboard.type('qwxz')
  await expect(page.getByRole('status').filter({ hasText: 'No match. Press Enter' })).toBeVisible()
  await expect(palette(page).rows).toHaveText(['Search all agencies for "qwxz"'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?q=qwxz')
})

test('the screens and the help topics are found by name; Esc, a press outside and Ctrl-K close it', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/agency-detail/8951')
  const start = page.getByRole('heading', { level: 1 })
  await expect(start).toBeFocused()
  const { open, dialog } = palette(page)
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+k'),
    () => page.mouse.click(5, 400),
  ]) {
    await open()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(start).toBeFocused()
  }
  await open()
  await page.keyboard.type('journ')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Journal')).toBeVisible()
  await page.getByRole('button', { name: 'Search or jump…' }).click()
  await page.keyboard.type('? encode')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Encode a url' })).toBeFocused()
})

test('going from one agency to another leaves the root attribute of the sticky line alone', async ({
  page,
  enter,
  world,
}) => {
  const id = String(await world.agency({ name: 'Marked Insurance' }))
  await enter(page)
  await page.goto('/agency-detail/8951')
  await expect(heading(page, 'Lee Agency Group')).toBeFocused()
  await palette(page).open()
  // Each change would recalculate the styles of the whole page.
  await page.evaluate(`
    window.changes = 0
    new MutationObserver(() => { changes += 1 }).observe(document.documentElement, { attributeFilter: ['data-sticky-line'] })
  `)
  const read = page.waitForResponse((answer) => /GetAgencyConfig/.test(answer.request().postData() ?? ''))
  await page.keyboard.type(id)
  // An agency that has not arrived yet is waited for on a screen without a sticky line.
  await (await read).finished()
  await expect(palette(page).marked).toContainText('Marked Insurance')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Marked Insurance')).toBeFocused()
  expect(await page.evaluate('changes')).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(listPage(page).field).toBeFocused()
  await expect(page.locator(':root[data-sticky-line]')).toHaveCount(0)
})

test('an action opens its tab and puts focus on the control; the palette itself changes nothing', async ({
  page,
  enter,
  world,
}) => {
  const id = await usersAgency(world, 'Actionable Insurance')
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=history`)
  await expect(heading(page, 'Actionable Insurance')).toBeFocused()
  const calls = recordCalls(page)
  await palette(page).open()
  await page.keyboard.type('> name')
  await page.keyboard.press('Enter')
  await expect(agencyPage(page).name).toBeFocused()
  await palette(page).open()
  await page.keyboard.type('> status')
  await page.keyboard.press('Enter')
  await expect(agencyPage(page).status).toBeFocused()
  await expect(page).toHaveURL(`/agency-detail/${id}?tab=config`)
  await test.step('a user by initials, with what is done for them', async () => {
    await palette(page).open()
    await page.keyboard.type('unlock lck')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Unlock LCK' })).toBeFocused()
    await expect(page).toHaveURL(`/agency-detail/${id}?tab=users&initials=LCK`)
  })
  expect(calls.filter((body) => /Update|Unlock/.test(body))).toEqual([])
  const [row] = await world.sql<{ version: number }>('select version from agency where agency_id = $1', [id])
  expect(Number(row?.version)).toBe(1)
})

test('a tab that an agency’s screen does not show is not offered for that agency', async ({
  page,
  enter,
  world,
}) => {
  const online = await seatAgency(world, { name: 'Online Seats', licensed: 1, seats: [] })
  const local = await world.agency({ name: 'Local Seats' })
  await enter(page)
  for (const [id, offered] of [
    [online, [/^This agencySeat Management/, /^Go toSeat Management/]],
    [local, [/^Go toSeat Management/]],
  ] as const) {
    await page.goto(`/agency-detail/${id}?tab=config`)
    await expect(agencyPage(page).name).toBeVisible()
    await palette(page).open()
    await page.keyboard.type('> seat man')
    await expect(palette(page).groups).toHaveText(offered)
    await page.keyboard.press('Escape')
  }
})

test('what may not be opened carries a lock and the message, and stays', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/agency-detail/8951')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { open, marked, dialog } = palette(page)
  await open()
  await page.keyboard.type('user man')
  await expect(marked.getByRole('img', { name: 'no permission' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'You do not have permission to access User Management. Please contact your manager for assistance if you feel you should have access to this functionality.',
  )
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/agency-detail/8951')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('seven rows are shown, and the last one leads to the rest, until one types on', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/')
  await expect(listPage(page).field).toBeFocused()
  const { open, rows } = palette(page)
  await open()
  await page.keyboard.type('insurance')
  await expect(rows).toHaveCount(8)
  await expect(rows.last()).toHaveText(/^\d+ more$/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBeGreaterThan(20)
  // The first of those that were not shown before.
  await expect(rows.nth(7)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Backspace')
  await expect(rows).toHaveCount(8)
  await expect(rows.last()).toHaveText(/^\d+ more$/)
})

test('the palette breaches no rule of accessibility', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/agency-detail/8951')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { open, rows } = palette(page)
  await open()
  await expectAccessibleInBoth(page, `palette`)
  await page.keyboard.type('user man')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessibleInBoth(page, `palette with a refusal`)
})
