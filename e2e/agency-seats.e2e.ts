import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectReasons } from './support/accessibility.ts'
import { seatAgency, reportSeats } from './support/seats.ts'
import { expect, test } from './support/fixture.ts'
import type { World } from './support/world.ts'

const seatReader = { permissions: [2000, 2005] } as const

/** The stored seats of an agency, with times as shown in the table. */
function storedSeats(world: World, agencyId: number) {
  const shown = (column: string) =>
    `to_char(${column} at time zone 'America/New_York', 'MM/DD/YYYY HH24:MI:SS')`
  return world.sql<{ username: string; signin: string; token: string; tokens: number }>(
    `select username, ${shown('last_sign_in_at')} as signin, ${shown('last_token_at')} as token,
       jsonb_array_length(tokens) as tokens
     from agency_seat where agency_id = $1`,
    [agencyId],
  )
}

/** The Seat Management tab of an agency. */
function seatTab(page: Page) {
  const table = page.getByRole('table', { name: 'Signed-in seats' })
  return {
    open: (id: number) => page.goto(`/agency-detail/${id}?tab=seatmanagement`),
    tab: page.getByRole('tab', { name: 'Seat Management' }),
    table,
    rows: table.locator('tbody').getByRole('row'),
    names: table.getByRole('rowheader'),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    question: page.getByRole('alertdialog'),
  }
}

const threeSeats = {
  licensed: 3,
  seats: [
    { username: 'ABC', hosts: ['FRONT-1', 'LAPTOP-7'] },
    { username: 'OLD', hoursSilent: 26 },
    { username: 'LEE', hoursSilent: 5 },
  ],
} as const

test('[SEATS-TAB-01] [SEATS-TAB-02] [SEATS-TAB-04] usage, the seats longest silent first, and Refresh', async ({
  page,
  enter,
  world,
}) => {
  const id = await seatAgency(world, threeSeats)
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  await expect(page.getByText('Licensed seats')).toBeVisible()
  const usage = page.getByRole('region', { name: 'Seat usage' })
  await expect(usage.getByRole('term')).toHaveText(['Licensed seats', 'Used seats'])
  const numbers = usage.getByRole('definition')
  await expect(numbers).toHaveText(['3', '3'])
  await expect(page.getByText('100 %')).toBeVisible()
  // Printed as well, where other backgrounds are left out.
  await expect(usage.locator('[style*="inline-size"]')).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.getByRole('img', { name: 'Nearly all seats are used' })).toBeVisible()
  await expect(seats.names).toHaveText(['OLD', 'LEE', 'ABC'])
  await expect(seats.table.getByRole('columnheader')).toHaveText([
    'Details',
    'Username',
    'Last sign-in (ET)',
    'Last token',
    'Tokens',
    'Release',
  ])
  for (const { username, signin, token, tokens } of await storedSeats(world, id)) {
    const row = seats.rows.filter({ hasText: username })
    const stale = username === 'OLD' ? 'Inactive over 24 h' : ''
    await expect(row.getByRole('cell')).toHaveText([
      '',
      signin,
      `${stale}${token}`,
      String(tokens),
      'Release',
    ])
    await expect(row.getByRole('button', { name: `Release ${username}` })).toBeEnabled()
  }
  await expect(seats.rows.first()).toContainText('Inactive over 24 h')
  const chip = page.getByText('Inactive over 24 h')
  await expect(chip).toHaveCount(1)
  // On one line.
  expect((await chip.boundingBox())?.height).toBe(20)
  await reportSeats(world, id, { licensed: 1, seats: threeSeats.seats.slice(0, 2) })
  await seats.refresh.click()
  await expect(numbers).toHaveText(['1', '2'])
  await expect(seats.names).toHaveText(['OLD', 'ABC'])
  await expect(page.getByRole('img', { name: 'More seats are used than licensed' })).toBeVisible()
})

test('what the software reports is shown at once, and no seat leaves its place until Refresh', async ({
  page,
  enter,
  world,
}) => {
  const id = await seatAgency(world, threeSeats)
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  await expect(seats.names).toHaveText(['OLD', 'LEE', 'ABC'])
  const [abc, old, lee] = threeSeats.seats
  const back = { ...old, hoursSilent: 0 }
  await reportSeats(world, id, { licensed: 9, seats: [abc, back, lee, { username: 'NEW', hoursSilent: 50 }] })
  await expect(page.getByRole('region', { name: 'Seat usage' }).getByRole('definition')).toHaveText([
    '9',
    '4',
  ])
  await expect(seats.names).toHaveText(['OLD', 'LEE', 'ABC', 'NEW'])
  await expect(seats.rows.first()).not.toContainText('Inactive over 24 h')
  await seats.refresh.click()
  await expect(seats.names.first()).toHaveText('NEW')
  await expect(seats.names.nth(1)).toHaveText('LEE')
})

test('[SEATS-TAB-03] a seat unfolds to its tokens, the newest first', async ({ page, enter, world }) => {
  const id = await seatAgency(world, threeSeats)
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  await seats.rows.last().getByRole('button', { name: /ABC/ }).first().click()
  const tokens = page.getByRole('table', { name: 'Tokens' })
  for (const [title, label] of [
    ['created', 'Created (ET)'],
    ['expiration', 'Expires'],
    ['hostName', 'Computer'],
    ['source', 'Source'],
    ['winUserName', 'Windows user'],
  ] as const)
    await expect(tokens.getByTitle(title, { exact: true })).toHaveText(label)
  await expect(tokens.getByRole('columnheader')).toHaveCount(5)
  // The head of the surrounding table is sticky; this one must not be.
  const top = async (cell: Locator) => (await cell.boundingBox())?.y ?? Number.NaN
  const [head, first] = [tokens.getByRole('columnheader').first(), tokens.getByRole('cell').first()]
  expect(await top(head)).toBeLessThan(await top(first))
  await expect(tokens.getByRole('cell')).toHaveText(
    [
      ['11/19/2026 06:00:00', '11/26/2026 06:00:00', 'LAPTOP-7', 'Desktop', 'ann.brown'],
      ['11/19/2026 05:00:00', '11/26/2026 05:00:00', 'FRONT-1', 'Desktop', 'ann.brown'],
    ].flat(),
  )
  await expectAccessible(page, 'seats with tokens')
})

test('[SEATS-TAB-08] [SEATS-TAB-11] [SEATS-TAB-13] a release asks by name and computer and takes the row away', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await seatAgency(world, {
    licensed: 5,
    seats: [{ username: 'ABC' }, { username: 'LEE', hosts: ['BACK-OFFICE-2'] }],
  })
  await page.clock.install()
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  const colleague = await elsewhere()
  const there = seatTab(colleague)
  await there.open(id)
  await expect(there.names).toHaveCount(2)
  await page.getByRole('button', { name: 'Release LEE' }).click()
  await expect(seats.question).toContainText('Release the seat of LEE?')
  await expect(seats.question).toContainText('LEE · BACK-OFFICE-2')
  await seats.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(seats.names).toHaveCount(2)
  await page.getByRole('button', { name: 'Release LEE' }).click()
  await page.clock.pauseAt(Date.now() + 60_000)
  await seats.question.getByRole('button', { name: 'Release' }).click()
  const said = page.getByText('Seat released successfully')
  await expect(said).toBeVisible()
  await page.clock.runFor(5999)
  await expect(said).toBeVisible()
  await page.clock.runFor(1)
  await expect(said).toHaveCount(0)
  await expect(seats.names).toHaveText(['ABC'])
  await expect(there.names).toHaveText(['ABC'])
})

test('two clicks on the answer to the question release once', async ({ page, enter, world }) => {
  const id = await seatAgency(world, { licensed: 5, seats: [{ username: 'ABC' }, { username: 'LEE' }] })
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/staff/seats/release/')) sent.push(request.method())
  })
  await expect(seats.names).toHaveText(['ABC', 'LEE'])
  // The second click comes while the first call is in flight.
  await world.holdingTable('agency_seat', async () => {
    await page.getByRole('button', { name: 'Release LEE' }).click()
    await seats.question.getByRole('button', { name: 'Release' }).dblclick()
    await expect.poll(() => sent).toEqual(['DELETE'])
  })
  await expect(page.getByText('Seat released successfully')).toBeVisible()
  await expect(seats.names).toHaveText(['ABC'])
  expect(sent).toEqual(['DELETE'])
})

test('[SEATS-TAB-08] a seat that was released in the meantime is gone as well', async ({
  page,
  enter,
  world,
}) => {
  const id = await seatAgency(world, { licensed: 5, seats: [{ username: 'ABC' }, { username: 'LEE' }] })
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  await expect(seats.names).toHaveCount(2)
  await page.getByRole('button', { name: 'Release LEE' }).click()
  await expect(seats.question).toBeVisible()
  // Directly in the database, so that there is no live hint.
  await world.sql("update agency_seat set released_at = now() where agency_id = $1 and username = 'LEE'", [
    id,
  ])
  await seats.question.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Seat released successfully')).toBeVisible()
  await expect(seats.names).toHaveText(['ABC'])
})

test('[SEATS-TAB-10] [SEATS-TAB-12] what is said when seats cannot be read or released', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const id = await seatAgency(world, { licensed: 5, seats: [{ username: 'ABC' }] })
  await enter(page)
  const seats = seatTab(page)
  await seats.open(id)
  await expect(seats.names).toHaveText(['ABC'])
  await world.without('agency_seat', async () => {
    await page.getByRole('button', { name: 'Release ABC' }).click()
    await seats.question.getByRole('button', { name: 'Release' }).click()
    await expect(
      page.getByText('Unable to release set. Something went wrong communicating with the API.'),
    ).toBeVisible()
    await expect(seats.names).toHaveText(['ABC'])
    await seats.refresh.click()
    await expect(page.getByText('Error Loading Seat Usage')).toBeVisible()
    await expect(page.getByText('Error Loading Seats')).toBeVisible()
  })
})

test('[AG-DETAIL-12] [SEATS-TAB-09] the tab is there for an online agency and SeatManagement; releasing needs more', async ({
  page,
  enter,
  elsewhere,
  world,
}) => {
  const id = await seatAgency(world, { licensed: 5, seats: [{ username: 'ABC' }] })
  const offline = await world.agency({ name: 'Offline Insurance' })
  const person = await world.person(seatReader)
  await enter(page, person)
  const seats = seatTab(page)
  await seats.open(id)
  await expect(seats.names).toHaveText(['ABC'])
  await expect(page.getByRole('button', { name: 'Release ABC' })).toBeDisabled()
  await expectReasons(page, 'seats without release')
  await expect(
    page
      .getByText(
        'You do not have permission to release seats. Please contact your manager for assistance. Needs the AgencyManagementAdmin permission.',
      )
      .first(),
  ).toBeVisible()
  await seats.open(offline)
  await expect(page.getByRole('tab', { name: 'Config' })).toBeVisible()
  await expect(seats.tab).toHaveCount(0)
  await expect(page.getByText('Seat Management is for online (HS 6) agencies only.')).toBeVisible()
  const without = await elsewhere(await world.person({ permissions: [2000, 6000] }))
  await seatTab(without).open(id)
  await expect(without.getByRole('tab', { name: 'Config' })).toBeVisible()
  await expect(seatTab(without).tab).toHaveCount(0)
  await expect(without.getByText('You do not have permission to manage seats.')).toBeVisible()
})

test('[AG-DETAIL-06] from the back office this tab stands alone', async ({ page, enter, world }) => {
  const id = await seatAgency(world, { licensed: 5, seats: [{ username: 'ABC' }] })
  await enter(page)
  await page.goto(`/?src=bo&dest=/agency-detail/${id}&tab=seatmanagement`)
  await expect(page.getByRole('tab')).toHaveText(['Seat Management'])
  await expect(seatTab(page).names).toHaveText(['ABC'])
  const offline = await world.agency()
  await page.goto(`/?src=bo&dest=/agency-detail/${offline}&tab=seatmanagement`)
  await expect(page.getByRole('main')).toContainText('Seat Management is for online (HS 6) agencies only.')
  await expect(page.getByRole('tab')).toHaveCount(0)
})
