import { expectAccessibleInBoth, expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { recordCalls } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'
import { admin } from './support/world.ts'

test('[SEAT-REPORT-01] [SEAT-REPORT-02] [SEAT-REPORT-07] the report loads every request and shows ten to a page', async ({
  page,
  enter,
  world,
}) => {
  const person = await world.person(manager)
  await enter(page, person)
  const calls = recordCalls(page)
  await page.goto('/seatManagement')
  const report = reportPage(page)
  await expect(report.rows).toHaveCount(10)
  // However often it loads, it loads all of them.
  const asked = new Set(calls.filter((body) => body.includes('GetSeatChangeRequests')))
  expect([...asked].map((body) => JSON.parse(body) as object)).toEqual([
    { command: 'GetSeatChangeRequests', status: 8, daysBack: 0 },
  ])
  await expect(
    page.getByRole('heading', { level: 1, name: 'Seat Management Report', exact: true }),
  ).toBeVisible()
  for (const control of [report.search, report.filter, report.exportDone]) await expect(control).toBeVisible()
  await expect(report.search).toBeFocused()
  await page.getByRole('button', { name: 'Help: Seat management' }).click()
  await expect(page.getByRole('note')).toContainText('Requests from agencies to add or remove seats.')
  await expect(page.getByRole('combobox', { name: 'Rows per page' }).locator('option')).toHaveText([
    '10',
    '25',
    '50',
    '100',
  ])
})

test('[SEAT-REPORT-03] [SEAT-REPORT-04] [SEAT-REPORT-05] [SEAT-REPORT-06] the filter: its choices, their order and what each shows', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Filtered Insurance' })
  await request(world, id, { firstName: 'Toodle', status: 1 })
  await request(world, id, { firstName: 'Process', status: 2 })
  await request(world, id, { firstName: 'Finished', status: 4 })
  await enter(page)
  const report = reportPage(page)
  await report.open('Filtered Insurance')
  await expect(report.filter.locator('option')).toHaveText([
    /^Not Done [\d,]+$/,
    /^To Do [\d,]+$/,
    /^In Progress [\d,]+$/,
    /^Done [\d,]+$/,
    /^All [\d,]+$/,
  ])
  for (const [index, value] of ['3', '1', '2', '4', '8'].entries())
    await expect(report.filter.locator('option').nth(index)).toHaveAttribute('value', value)
  const shown: [string, string[]][] = [
    ['3', ['Process', 'Toodle']],
    ['1', ['Toodle']],
    ['2', ['Process']],
    ['4', ['Finished']],
    ['8', ['Finished', 'Process', 'Toodle']],
  ]
  await expect(report.filter).toHaveValue('3')
  for (const [value, names] of shown) {
    await report.filter.selectOption(value)
    const cells = report.rows.getByRole('cell', { name: /^(Toodle|Process|Finished)$/ })
    await expect.poll(async () => (await cells.allTextContents()).toSorted()).toEqual(names)
    await expect(report.rows).toHaveCount(names.length)
  }
  await expect(page).toHaveURL(/f\.status=8/)
})

const headers = [
  'Date (ET)',
  'Agency',
  'Agency Name',
  'Requested By',
  'Adjustment',
  'Target Seats',
  'Type',
  'First Name',
  'Last Name',
  'Email',
  'Agency Online',
  'Status',
  'Last Action',
]

const kinds = [
  {
    type: 0,
    online: false,
    quantity: 3,
    adjustment: '▲ +3',
    letter: 'L',
    name: 'Local Install',
    target: '15',
    shown: 'Offline',
  },
  {
    type: 1,
    online: true,
    quantity: -2,
    adjustment: '▼ −2',
    letter: 'K',
    name: 'Kotter',
    target: 'N/A',
    shown: 'Online',
  },
  {
    type: 3,
    online: false,
    quantity: 0,
    adjustment: '0',
    letter: 'C',
    name: 'Cloud Agency',
    target: '15',
    shown: 'Online',
  },
  {
    type: 7,
    online: false,
    quantity: 1200,
    adjustment: '▲ +1,200',
    letter: 'O',
    name: 'Opus',
    target: 'N/A',
    shown: 'Offline',
  },
]

test('[SEAT-REPORT-08] [SEAT-REPORT-09] [SEAT-REPORT-10] [SEAT-REPORT-11] [SEAT-REPORT-12] [SEAT-REPORT-13] [SEAT-REPORT-17] the columns and what each says', async ({
  page,
  enter,
  world,
}) => {
  const ids = new Map<string, number>()
  for (const { type, online, quantity, letter } of kinds) {
    const id = await world.agency({ name: `Columns ${letter}` })
    ids.set(letter, id)
    await world.sql('update agency set agency_type = $2, is_online = $3 where agency_id = $1', [
      id,
      type,
      online,
    ])
    await request(world, id, {
      quantity,
      status: 2,
      at: '2026-11-20T18:01:09Z',
      processedAt: '2026-11-20T18:05:00Z',
      warnings: 'Look twice.',
    })
  }
  await enter(page)
  const report = reportPage(page)
  await report.open('Columns ')
  await expect(report.table.getByRole('columnheader')).toHaveText(headers)
  await expect(report.table.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'descending')
  for (const { letter, name, target, shown, quantity, adjustment } of kinds) {
    const row = report.row(`Columns ${letter}`)
    await expect(row.getByRole('cell')).toHaveText([
      '11/20/2026 13:01',
      `Columns ${letter}Look twice.`,
      'MLO',
      adjustment,
      target,
      `${letter}: ${name}`,
      'Maria',
      'Lopez',
      'maria@agency.test',
      shown,
      `Status, Columns ${letter}In Process`,
      `${admin}11/20/2026 13:05`,
    ])
    await expect(row.getByRole('rowheader')).toHaveText(String(ids.get(letter)).padStart(8, '0'))
    const colour = quantity > 0 ? 'rgb(20, 108, 46)' : 'rgb(179, 38, 30)'
    await expect(row.getByRole('cell').nth(3).locator('[data-more], span').first()).toHaveCSS('color', colour)
    await row.locator('abbr').hover()
    await expect(page.getByRole('tooltip')).toHaveText(name)
  }
  await test.step('the agency id leads to the agency', async () => {
    await report.row('Columns L').getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Columns L' })).toBeVisible()
  })
})

test('[SEAT-REPORT-18] the search narrows the rows by id, name and person', async ({
  page,
  enter,
  world,
}) => {
  const id = await world.agency({ name: 'Peña Searched' })
  await request(world, id, { firstName: 'Zbigniew', lastName: 'Unmistakable' })
  await enter(page)
  const report = reportPage(page)
  await report.open('')
  await expect(report.rows).toHaveCount(10)
  for (const text of [String(id), 'pena SEARCHED', 'zbigniew unmist']) {
    await report.search.fill(text)
    await expect(report.rows).toHaveCount(1)
    await expect(report.rows).toContainText('Zbigniew')
    // Searches for something without results in between, so that no row is left over from the previous search.
    await report.search.fill('nobody asked for this')
    await expect(report.table.getByText('No Results')).toBeVisible()
  }
})

test('Agency and Status stay in view while the table scrolls, with a shadow over what is beneath them', async ({
  page,
  enter,
  world,
}) => {
  await enter(page, await world.person(manager))
  await page.goto('/seatManagement')
  const row = reportPage(page).rows.first()
  const sides = [
    [page.getByRole('columnheader', { name: 'Agency', exact: true }), row.getByRole('rowheader')],
    [page.getByRole('columnheader', { name: 'Status' }), row.getByRole('cell').nth(-2)],
  ] as const
  /** How dark the shadows of these sides are. */
  const expectShadows = async (...dark: number[]) => {
    for (const [at, cells] of sides.entries())
      for (const cell of cells) await expect(cell).toHaveCSS('opacity', String(dark[at]), { pseudo: 'after' })
  }
  const scrollTo = (left: string) =>
    page.evaluate(
      `(() => { const box = document.querySelector('[data-overflows]'); box.scrollLeft = ${left} })()`,
    )
  await expectShadows(0, 1)
  await scrollTo('(box.scrollWidth - box.clientWidth) / 2')
  await expectShadows(1, 1)
  for (const cell of sides.flat()) await expect(cell).toBeInViewport({ ratio: 1 })
  await scrollTo('box.scrollWidth')
  await expectShadows(1, 0)
  await test.step('on a phone Status, which would take half of it, scrolls like the others', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await scrollTo('400')
    await expect(sides[0][1]).toBeInViewport({ ratio: 1 })
    await expect(sides[1][1]).not.toBeInViewport()
  })
  await test.step('without motion nothing would take a shadow away', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectShadows(0, 0)
  })
})

test('[ROUTE-05] without SeatManagement the address is refused', async ({ page, enter, world }) => {
  await enter(page, await world.person({ permissions: [2000] }))
  await page.goto('/seatManagement')
  await expect(page).toHaveURL('/unauthorized')
  await enter(page, await world.person(manager))
  await page.goto('/seatManagement')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Seat Management Report', exact: true }),
  ).toBeVisible()
})

test('[ROUTE-05] without a session the address leads to the sign-in', async ({ page }) => {
  await page.goto('/seatManagement')
  await expect(page).toHaveURL('/signin')
})

test('the report is accessible with an open list, a leaving row and no result', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: `Seen` })
  await request(world, agencyId, {
    warnings: 'Look twice.',
    status: 2,
    processedAt: '2026-11-20T18:05:00Z',
  })
  await request(world, agencyId, { firstName: 'Leaver', quantity: -1 })
  await enter(page)
  const report = reportPage(page)
  await report.open(`Seen`)
  await expectAccessibleInBoth(page, 'report')
  await expectReasons(page, 'report')
  await report.status(report.row('Leaver')).click()
  await expectAccessibleInBoth(page, 'open list')
  await page.keyboard.press('Escape')
  await report.setStatus(report.row('Leaver'), 'Done')
  await expect(report.row('Leaver')).toContainText('hidden after refresh')
  await expectAccessibleInBoth(page, 'leaving row')
  await report.search.fill('nobody asked for this')
  await expect(report.table.getByText('No Results')).toBeVisible()
  await expectAccessibleInBoth(page, 'no result')
})
