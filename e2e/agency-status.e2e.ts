import { expect, test } from './support/fixture.ts'
import { agencyPage, recordCalls } from './support/screens.ts'
import { shownTime } from './support/shown-time.ts'

const labels = ['None', 'Onboarding', 'Online', 'Offboarding', 'Retention', 'Deleting']

test('[CONFIG-06] the dropdown offers the six statuses in their order', async ({ page, enter, world }) => {
  const id = await world.agency()
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  await agencyPage(page).status.click()
  await expect(page.getByRole('option')).toHaveText(labels)
  await expect(page.getByRole('option', { name: 'Online' })).toHaveAttribute('aria-selected', 'true')
})

test('[CONFIG-07] a choice is saved at once, any status after any other, and Undo takes it back', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ status: 4 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { setStatus, status } = agencyPage(page)
  const stored = () => world.sql('select status, version from agency where agency_id = $1', [id])
  for (const [index, label] of [
    [1, 'Onboarding'],
    [0, 'None'],
    [3, 'Offboarding'],
    [2, 'Online'],
  ] as const) {
    await setStatus(label)
    await expect(status).toHaveText(label)
    await expect.poll(stored).toMatchObject([{ status: index }])
  }
  await page.getByRole('button', { name: 'Undo: back to Offboarding' }).click()
  await expect(status).toHaveText('Offboarding')
  await expect.poll(stored).toEqual([{ status: 3, version: 6 }])
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(status).toBeFocused()
})

test('arrows, Esc and Tab read the statuses and change nothing; Enter changes', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ status: 2 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { status } = agencyPage(page)
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(status).toHaveText('Online')
  await status.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('Offboarding')
  await expect
    .poll(() => world.sql('select status, version from agency where agency_id = $1', [id]))
    .toEqual([{ status: 3, version: 2 }])
})

test('a letter opens the statuses at the one that begins with it; the arrows stop at both ends; nothing is saved', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ status: 2 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { status } = agencyPage(page)
  const rests = (label: string) => expect(page.getByRole('option', { name: label })).toBeFocused()
  await status.focus()
  await page.keyboard.press('r')
  await rests('Retention')
  await page.keyboard.press('End')
  await rests('Deleting')
  await page.keyboard.press('ArrowDown')
  await rests('Deleting')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await rests('None')
  await page.keyboard.press('Escape')
  await expect(status).toBeFocused()
  await expect(status).toHaveText('Online')
  expect(await world.sql('select status, version from agency where agency_id = $1', [id])).toEqual([
    { status: 2, version: 1 },
  ])
})

test('Deleting is set only after the agency id was typed', async ({ page, enter, world }) => {
  const id = await world.agency({ name: 'Doomed Insurance' })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { setStatus, status } = agencyPage(page)
  const question = page.getByRole('alertdialog', { name: 'Set the status to Deleting' })
  const calls = recordCalls(page)

  await test.step('the safe answer has focus, Esc means no, and focus goes back', async () => {
    await setStatus('Deleting')
    await expect(question).toContainText(`Doomed Insurance · ${id}`)
    await expect(question.getByRole('button', { name: 'Keep the status' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(status).toBeFocused()
  })
  await test.step('nothing is sent before the right id, whatever is pressed', async () => {
    await setStatus('Deleting')
    const typed = question.getByRole('textbox', { name: `Type ${id} to confirm` })
    const confirm = question.getByRole('button', { name: 'Set to Deleting' })
    await expect(confirm).toBeDisabled()
    await expect(confirm).toHaveAccessibleDescription('Type the agency id first.')
    await typed.fill(String(id + 1))
    await typed.press('Enter')
    await typed.press('Control+Enter')
    await expect(confirm).toBeDisabled()
    expect(calls.filter((body) => body.includes('UpdateAgencyStatus'))).toEqual([])
    await typed.fill(String(id))
    await confirm.click()
  })
  await expect(status).toHaveText('Deleting')
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect
    .poll(() => world.sql('select status from agency where agency_id = $1', [id]))
    .toEqual([{ status: 5 }])
})

test('a status that was changed elsewhere meanwhile is refused, and the new one is shown', async ({
  page,
  openForTwo,
  world,
}) => {
  const id = await world.agency({ status: 2 })
  const { name: first, other } = await openForTwo(page, `/agency-detail/${id}?tab=config`)
  await world.holding(id, async (waiting) => {
    await agencyPage(other).setStatus('Retention')
    await waiting(1)
    await agencyPage(page).setStatus('Offboarding')
    await waiting(2)
  })
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`^${first} changed the status at ${shownTime}\\. Your choice was not saved\\.$`),
  )
  await expect(agencyPage(page).status).toHaveText('Retention')
})

test('Enter in a list that was open while somebody else changed the status does not take that back', async ({
  page,
  openForTwo,
  world,
}) => {
  const id = await world.agency({ status: 2 })
  const { name: first, other } = await openForTwo(page, `/agency-detail/${id}?tab=config`)
  const { status } = agencyPage(page)
  await status.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Online' })).toBeFocused()
  await agencyPage(other).setStatus('Offboarding')
  await expect(status).toHaveText('Offboarding')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`^${first} changed the status at ${shownTime}\\. Your choice was not saved\\.$`),
  )
  expect(await world.sql('select status from agency where agency_id = $1', [id])).toEqual([{ status: 3 }])
  // Who opens the list again has seen it.
  await agencyPage(page).setStatus('Online')
  await expect(page.getByRole('status').filter({ hasText: 'Agency status updated.' })).toBeVisible()
})

test('neither a status that somebody else sets nor Undo moves the storage mode and its buttons', async ({
  page,
  openForTwo,
  world,
}) => {
  const id = await world.agency({ status: 3 })
  const { other } = await openForTwo(page, `/agency-detail/${id}?tab=config`)
  const { status, setStatus } = agencyPage(page)
  const mode = page.getByRole('combobox', { name: 'Storage mode' })
  const retry = page.getByRole('button', { name: 'Retry Setup' })
  const places = () => Promise.all([mode, retry].map((control) => control.boundingBox()))
  await expect(retry).toBeVisible()
  const [modeAt, retryAt] = await places()
  await setStatus('None')
  await expect(page.getByRole('button', { name: 'Undo: back to Offboarding' })).toBeVisible()
  expect(await places()).toEqual([modeAt, retryAt])
  // A choice from a list older than the value would be refused.
  await expect(agencyPage(other).status).toHaveText('None')
  await agencyPage(other).setStatus('Retention')
  await expect(status).toHaveText('Retention')
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  expect(await places()).toEqual([modeAt, retryAt])
  await mode.click()
  await page.getByRole('option', { name: 'Pool then Agency' }).click()
  await expect(page.getByRole('button', { name: 'Undo: back to Agency' })).toBeVisible()
  expect((await places())[1]).toEqual(retryAt)
})

test('a status that cannot be saved stays as it was and says Something went wrong', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await world.agency({ status: 2 })
  await enter(page)
  await page.goto(`/agency-detail/${id}?tab=config`)
  const { setStatus, status } = agencyPage(page)
  await expect(status).toHaveText('Online')
  await world.without('agency', async () => {
    await setStatus('Retention')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  })
  await expect(status).toHaveText('Online')
})
