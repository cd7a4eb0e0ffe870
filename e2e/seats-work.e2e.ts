import { seats } from '@agency-support/contract/modules/seats'
import { expect, test } from './support/fixture.ts'
import { liveStream, recordCalls } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'
import { admin } from './support/world.ts'
import { shownTime } from './support/shown-time.ts'

test('[SEAT-REPORT-14] [SEAT-REPORT-15] [SEAT-REPORT-16] [TRUTH-31] a status is set at once, in the own name, without a reload; Undo takes it back', async ({
  page,
  enter,
  world,
  server,
}) => {
  const agencyId = await world.agency({ name: 'Worked Off' })
  const id = await request(world, agencyId)
  const stored = () =>
    world.sql('select status, processed_by, version from seat_request where seat_request_id = $1', [id])
  await enter(page)
  const report = reportPage(page)
  await report.open('Worked Off', '8')
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const calls = recordCalls(page)
  const row = report.row('Worked Off')
  await report.status(row).click()
  await expect(row.getByRole('option')).toHaveText(['To-Do', 'In Process', 'Done'])
  await page.keyboard.press('Escape')
  let version = 1
  for (const [label, status] of [
    ['Done', 4],
    ['In Process', 2],
    ['To-Do', 1],
    ['In Process', 2],
    ['Done', 4],
    ['To-Do', 1],
  ] as const) {
    await report.setStatus(row, label)
    await expect(report.status(row)).toContainText(label)
    version += 1
    await expect.poll(stored).toEqual([{ status, processed_by: admin, version }])
  }
  const [last] = await world.sql<{ at: string; is_now: boolean }>(
    `select to_char(processed_at at time zone 'America/New_York', 'MM/DD/YYYY HH24:MI') as at,
       processed_at between now() - interval '1 minute' and now() as is_now
     from seat_request where seat_request_id = $1`,
    [id],
  )
  expect(last?.is_now).toBe(true)
  await expect(row.getByRole('cell').last()).toHaveText(`${admin}${last?.at}`)
  const undo = row.getByRole('button', { name: 'Undo: back to Done' })
  // Next to the status, without horizontal scrolling.
  await expect(undo).toBeInViewport({ ratio: 1 })
  await undo.click()
  await expect(report.status(row)).toContainText('Done')
  await expect(row.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(report.status(row)).toBeFocused()
  expect(loads).toEqual([])
  const sent = calls.map((body) => JSON.parse(body) as { command?: string; hsUserName?: string })
  const changes = sent.filter(({ command }) => command === 'SetAgencySeatRequestStatus')
  expect(changes.map(({ hsUserName }) => hsUserName)).toEqual(changes.map(() => admin))
  expect(changes).toHaveLength(7)
  const byHand = await page.context().request.post('/seat/request', {
    headers: { origin: server.origin },
    data: { command: 'SetAgencySeatRequestStatus', id, status: 2, hsUserName: 'somebody@else.test' },
  })
  expect(await byHand.json()).toMatchObject({ code: 0, data: [{ status: 2, processedBy: admin }] })
})

test('reaching the status of a request by Tab or Enter leaves the agency and its name in view', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Unscrolled' })
  await request(world, agencyId)
  await enter(page)
  const report = reportPage(page)
  await report.open('Unscrolled', '8')
  const row = report.row('Unscrolled')
  const name = row.getByText('Unscrolled', { exact: true })
  await expect(name).toBeInViewport({ ratio: 1 })
  await row.getByRole('button', { name: /^Copy agency id/ }).focus()
  await page.keyboard.press('Tab')
  await expect(report.status(row)).toBeFocused()
  await expect(name).toBeInViewport({ ratio: 1 })
  await report.search.press('Enter')
  await expect(report.status(row)).toBeFocused()
  await expect(name).toBeInViewport({ ratio: 1 })
})

test('a request that leaves the filter stays, struck, until the list is refreshed', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Leaving Insurance' })
  await request(world, agencyId, { firstName: 'Leaver' })
  await request(world, agencyId, { firstName: 'Stayer' })
  await enter(page)
  const report = reportPage(page)
  await report.open('Leaving Insurance')
  const row = report.row('Leaver')
  const height = (await row.boundingBox())?.height
  await report.setStatus(row, 'Done')
  await expect(row).toContainText('Done · hidden after refresh')
  expect((await row.boundingBox())?.height).toBe(height)
  await expect(row.getByRole('cell', { name: 'Leaver' })).toHaveCSS('text-decoration-line', 'line-through')
  await expect(report.row('Stayer').getByRole('cell', { name: 'Stayer' })).toHaveCSS(
    'text-decoration-line',
    'none',
  )
  await test.step('Undo keeps it', async () => {
    await row.getByRole('button', { name: 'Undo: back to To-Do' }).click()
    await expect(row).not.toContainText('hidden after refresh')
  })
  await report.setStatus(row, 'Done')
  await expect(row).toContainText('Done · hidden after refresh')
  await report.refresh.click()
  await expect(row).toHaveCount(0)
  await expect(report.row('Stayer')).toHaveCount(1)
})

test('two browsers: what one handles changes in the other, and new requests wait to be shown', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Shared Desk' })
  await request(world, agencyId, { firstName: 'First' })
  const second = await world.person(manager)
  await enter(page)
  const other = await elsewhere(second)
  for (const one of [page, other]) {
    const live = one.waitForResponse(liveStream)
    await reportPage(one).open('Shared Desk')
    await live
    await expect(reportPage(one).rows).toHaveCount(1)
  }
  const mine = reportPage(page)
  const theirs = reportPage(other)
  await mine.setStatus(mine.row('First'), 'Done')
  await expect(theirs.row('First')).toContainText('Done · hidden after refresh')
  await expect(theirs.row('First')).toContainText(admin)
  await test.step('an agency files a request', async () => {
    const software = await world.software(agencyId)
    const before = await theirs.row('First').boundingBox()
    await software.call(seats.fileRequest, {
      requestedBy: 'NEW',
      quantity: 1,
      targetSeatTotal: 4,
      firstName: 'Second',
      lastName: 'Asker',
      email: 'second@agency.test',
    })
    const show = other.getByRole('button', { name: 'Show 1 new request' })
    await expect(show).toBeVisible()
    await expect(theirs.row('Second')).toHaveCount(0)
    expect(await theirs.row('First').boundingBox()).toEqual(before)
    await show.click()
    await expect(theirs.row('Second')).toHaveCount(1)
    await expect(theirs.row('First')).toHaveCount(0)
  })
})

test('a choice that comes too late says who was faster and shows how it is now', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Too Late' })
  const id = await request(world, agencyId)
  await enter(page)
  const report = reportPage(page)
  await report.open('Too Late')
  const row = report.row('Too Late')
  await expect(report.status(row)).toContainText('To-Do')
  const ben = 'ben@support.test'
  // Directly in the database, so that there is no live hint.
  await world.sql(
    'update seat_request set status = 4, version = 2, processed_by = $2, processed_at = now() where seat_request_id = $1',
    [id, ben],
  )
  await report.setStatus(row, 'In Process')
  await expect(page.getByRole('alert')).toContainText(
    new RegExp(`${ben} handled this request at ${shownTime}\\.`),
  )
  await expect(report.status(row)).toContainText('Done')
  await expect(row.getByRole('cell').last()).toContainText(ben)
})

test('a failed load and a failed change say Something went wrong; the status stays', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const agencyId = await world.agency({ name: 'Failing Desk' })
  await request(world, agencyId)
  await enter(page)
  const report = reportPage(page)
  await world.without('agency', async () => {
    await page.goto('/seatManagement?q=Failing+Desk')
    await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  const row = report.row('Failing Desk')
  await expect(row).toHaveCount(1)
  await world.without('agency', async () => {
    await report.setStatus(row, 'Done')
    // The rows may fail as well, because of a live hint just before; that is another alert.
    await expect(page.getByRole('alert').getByText('Something went wrong', { exact: true })).toBeVisible()
    await expect(row.getByText('Something went wrong', { exact: true })).toBeVisible()
  })
  await expect(report.status(row)).toContainText('To-Do')
})
