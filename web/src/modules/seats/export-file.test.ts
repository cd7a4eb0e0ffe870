import { expect, test } from 'vitest'
import { csvPieces } from '@agency-support/contract/rules/csv-file'
import { seatExport } from './export-file.ts'

/** An instant from local parts, so that the expected text does not depend on the time zone of the machine. */
const local = (hour: number, minute: number, second: number): string =>
  new Date(2026, 10, 9, hour, minute, second).toISOString()

const request = {
  id: 7,
  requestedDate: local(14, 5, 9),
  agencyId: 6938,
  agencyName: 'Smith, Jones',
  requestedBy: 'ABC',
  quantity: -3,
  targetSeatTotal: 12,
  agencyType: 0,
  agencyOnline: false,
  firstName: '=SUM(A1)',
  lastName: 'O"Hara',
  email: 'a@b.test',
  warnings: 'Above the contract, twice',
  status: 4,
  processedBy: 'ada@support.test',
  processedByDate: local(0, 0, 1),
  version: 3,
}
const header =
  '\uFEFFDate,Agency,Agency Name,Requested By,Quantity,Type,First Name,Last Name,Email,Flags,Active,Done,AssignedTo,AssignedDate\r\n'

function file(rows: readonly object[]): string {
  return [...csvPieces(seatExport(new Date()).columns, rows as Record<string, unknown>[])].join('')
}

test('[SEAT-REPORT-23] [SEAT-REPORT-24] [SEAT-REPORT-26] [SHELL-19] [EXPORT-01] the columns of a request, in order and form', () => {
  expect(file([request])).toBe(
    `${header}11/09/2026 2:05:09 pm,00006938,Smith  Jones,ABC,-3,Local Install,'=SUM(A1),"O""Hara",a@b.test,"Above the contract, twice",,X,ada@support.test,11/09/2026 12:00:01 am\r\n`,
  )
})

test('[SEAT-REPORT-24] Active marks status 2, Done status 4, and an unknown type is Opus', () => {
  const open = { ...request, status: 2, agencyType: 9, processedBy: null, processedByDate: null }
  const cells = file([open]).slice(header.length, -2).split(',').slice(-4)
  expect(cells).toEqual(['X', '', '', ''])
  expect(file([open])).toContain(',Opus,')
})

test('[SEAT-REPORT-25] the file has its name with the local time, a byte-order mark and CRLF', () => {
  expect(seatExport(new Date(2026, 10, 20, 9, 56)).name).toBe('CompletedSeatChangeRequests_202611200956.csv')
  expect(file([])).toBe(header)
})
