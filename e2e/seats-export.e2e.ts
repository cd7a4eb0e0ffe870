import { expect, test } from './support/fixture.ts'
import { download, downloadBuilt, recordCalls } from './support/screens.ts'
import { manager, reportPage, request } from './support/seats.ts'

/** Exports and gives the file. */
const header =
  '\uFEFFDate,Agency,Agency Name,Requested By,Quantity,Type,First Name,Last Name,Email,Flags,Active,Done,AssignedTo,AssignedDate'

test('[SEAT-REPORT-22] [SEAT-REPORT-23] [SEAT-REPORT-24] [SEAT-REPORT-25] [EXPORT-04] Export Done saves what the server has as done now, harmless for spreadsheets (J01 to J07)', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: '=HYPERLINK("http://e","x")' })
  await enter(page)
  const report = reportPage(page)
  await report.open('nothing on the screen')
  // Directly in the database, unknown to the screen: the file must contain it anyway.
  const [processedBy, processedAt] = [await world.person(manager), '2026-11-20T19:05:06Z']
  await request(world, agencyId, {
    status: 4,
    quantity: -3,
    firstName: '+1+1',
    lastName: 'a"b',
    warnings: ',=1+1',
    processedBy,
    processedAt,
  })
  const calls = recordCalls(page)
  const before = new Date()
  const { name, text } = await downloadBuilt(reportPage(page).exportDone)
  expect(calls.map((body) => JSON.parse(body) as unknown)).toContainEqual({
    command: 'GetSeatChangeRequests',
    status: 4,
    daysBack: 0,
  })
  const lines = text.split('\r\n')
  expect(lines[0]).toBe(header)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(lines).toContain(
    `11/20/2026 2:41:09 am,${agencyId},"'=HYPERLINK(""http://e"" ""x"")",MLO,-3,Local Install,'+1+1,"a""b",maria@agency.test,",=1+1",,X,${processedBy},11/20/2026 2:05:06 pm`,
  )
  const stamp = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const stamps = [before, new Date()].map((at) => stamp.format(at).replace(/\D/g, ''))
  expect(stamps.map((at) => `CompletedSeatChangeRequests_${at}.csv`)).toContain(name)
  const rows = lines.length - 2
  await expect(page.getByRole('status').filter({ hasText: `Exported ${rows} rows · ${name}` })).toBeVisible()
})

for (const [timezoneId, expected] of [
  // The night when clocks were set back: 01:30 occurred twice.
  ['America/New_York', ['11/01/2026 1:30:00 am', '11/01/2026 1:30:00 am']],
  ['Pacific/Kiritimati', ['11/01/2026 7:30:00 pm', '11/01/2026 8:30:00 pm']],
  ['Etc/GMT+12', ['10/31/2026 5:30:00 pm', '10/31/2026 6:30:00 pm']],
] as const) {
  test(`[SEAT-REPORT-26] times in the file are those of ${timezoneId} (J10)`, async ({
    elsewhere,
    world,
  }) => {
    const agencyId = await world.agency({ name: `Zone ${timezoneId}` })
    const [at, processedAt] = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']
    await request(world, agencyId, { status: 4, at, processedAt })
    const page = await elsewhere(undefined, { timezoneId })
    await reportPage(page).open('')
    const { text } = await download(reportPage(page).exportDone)
    const cells = text
      .split('\r\n')
      .find((line) => line.includes(`Zone ${timezoneId}`))
      ?.split(',')
    expect([cells?.at(0), cells?.at(-1)]).toEqual(expected)
  })
}

test('10,000 done requests are exported right, by a worker, so that the page answers meanwhile (J08)', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Busy, Busy' })
  // Too many for a test to file through an agency's software.
  await world.sql(
    `insert into seat_request (requested_at, agency_id, requested_by, quantity, target_seat_total, first_name, last_name, email, status)
     select timestamptz '2026-01-01T12:00:00Z' + n * interval '1 second', $1, 'ALL', n % 7 - 3, 5, 'Row', n::text, 'a@b.test', 4
     from generate_series(1, 10000) n`,
    [agencyId],
  )
  try {
    await enter(page)
    const report = reportPage(page)
    await report.open('Busy')
    const worker = page.waitForEvent('worker')
    const { text } = await download(reportPage(page).exportDone)
    expect((await worker).url()).toContain('csv.worker')
    const numbers = text
      .split('\r\n')
      .flatMap((line) => /,Busy {2}Busy,ALL,-?\d,Local Install,Row,(\d+),/.exec(line)?.[1] ?? [])
    expect(numbers).toHaveLength(10_000)
    expect(new Set(numbers).size).toBe(10_000)
  } finally {
    await world.sql('delete from seat_request where agency_id = $1', [agencyId])
  }
})

test('without a done request there is nothing to export, and the button says so (J09)', async ({
  page,
  enter,
  world,
}) => {
  await world.sql('create table seat_request_kept as select * from seat_request')
  await world.sql('delete from seat_request')
  try {
    await enter(page)
    const report = reportPage(page)
    await report.open('')
    await expect(report.table.getByText('No Results')).toBeVisible()
    await expect(report.exportDone).toBeDisabled()
    await expect(report.exportDone).toHaveAccessibleDescription('There are no completed requests to export.')
  } finally {
    await world.sql('insert into seat_request overriding system value select * from seat_request_kept')
    await world.sql('drop table seat_request_kept')
  }
})
