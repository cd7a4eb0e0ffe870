import { expect, test } from 'vitest'
import { seatFilters, type SeatRequest, seatStatuses } from '../modules/seats.ts'
import { foldText } from './search.ts'
import { P } from '../permissions.ts'
import {
  toAgencyType,
  hasTargetSeats,
  isStaleSeat,
  seatAgencyOnline,
  seatFilterShows,
  seatHaystack,
  seatLevel,
  whyNoSeatManagement,
  whyNotRelease,
  whyNotReleased,
} from './seats.ts'

const shown = (filter: number): number[] => [1, 2, 4].filter((status) => seatFilterShows(filter, status))

test('[SEAT-REPORT-04] [SEAT-REPORT-05] [SEAT-REPORT-06] each filter shows its statuses', () => {
  expect(seatFilters.map(({ value, label }) => [label, shown(value)])).toEqual([
    ['Not Done', [1, 2]],
    ['To Do', [1]],
    ['In Progress', [2]],
    ['Done', [4]],
    ['All', [1, 2, 4]],
  ])
})

test('[SEAT-REPORT-15] the statuses of a request are 1 To-Do, 2 In Process and 4 Done', () => {
  expect(seatStatuses).toEqual([
    { value: 1, label: 'To-Do' },
    { value: 2, label: 'In Process' },
    { value: 4, label: 'Done' },
  ])
})

test('[SEAT-REPORT-12] agency types have a letter and a full name; every other number is Opus', () => {
  const types = [0, 1, 3, 2, 4, 99, -1].map((type) => toAgencyType(type))
  expect(types.map(({ letter, name }) => `${letter} ${name}`)).toEqual([
    'L Local Install',
    'K Kotter',
    'C Cloud Agency',
    'O Opus',
    'O Opus',
    'O Opus',
    'O Opus',
  ])
})

test('[SEAT-REPORT-11] target seats mean something for the types 0 and 3 alone', () => {
  expect([0, 1, 2, 3, 4].filter((type) => hasTargetSeats(type))).toEqual([0, 3])
})

test('[SEAT-REPORT-13] an agency is online by its flag or by type 3', () => {
  const online = (agencyOnline: boolean, agencyType: number) => seatAgencyOnline({ agencyOnline, agencyType })
  expect([online(true, 0), online(false, 3), online(true, 3), online(false, 0)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('[SEAT-REPORT-18] the search looks through id, names, requester and email, whatever the case', () => {
  const request: SeatRequest = {
    id: 1,
    requestedDate: '2026-11-20T07:41:00.000Z',
    agencyId: 6938,
    agencyName: 'Peña Insurance',
    requestedBy: 'ABC',
    quantity: 3,
    targetSeatTotal: 15,
    agencyType: 0,
    agencyOnline: false,
    firstName: 'Maria',
    lastName: 'Lopez',
    email: 'maria@agency.test',
    warnings: 'odd',
    status: 1,
    processedBy: 'ada@support.test',
    processedByDate: null,
    version: 1,
  }
  const finds = (text: string): boolean => seatHaystack(request).includes(foldText(text))
  const texts = ['00006938', '6938', 'PENA ins', 'abc', 'maria lopez', 'MARIA@AGENCY']
  expect(texts.filter((text) => !finds(text))).toEqual([])
  expect(['00006939', 'odd', 'ada@support'].filter((text) => finds(text))).toEqual([])
})

test('[SEATS-TAB-09] who may see the tab and who may release a seat', () => {
  expect(whyNoSeatManagement({ isOnline: true }, [P.SeatManagement])).toBeUndefined()
  expect(whyNoSeatManagement({ isOnline: false }, [P.SeatManagement])).toContain(
    'online (HS 6) agencies only',
  )
  expect(whyNoSeatManagement({ isOnline: true }, [P.AgencyManagementAdmin])).toContain('SeatManagement')
  expect(whyNotRelease([P.AgencyManagementAdmin])).toBeUndefined()
  expect(whyNotRelease([P.SeatManagement])).toBe(
    'You do not have permission to release seats. Please contact your manager for assistance. Needs the AgencyManagementAdmin permission.',
  )
})

test('a seat without a token for more than a day is stale', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  expect(isStaleSeat({ lastTokenAt: '2026-11-19T09:00:00Z' }, now)).toBe(false)
  expect(isStaleSeat({ lastTokenAt: '2026-11-19T08:59:59Z' }, now)).toBe(true)
  expect(isStaleSeat({ lastTokenAt: null }, now)).toBe(true)
})

test.each([
  [12, 0, 0, 'ok'],
  [12, 10, 83, 'ok'],
  [10, 9, 90, 'warn'],
  [12, 12, 100, 'warn'],
  [12, 13, 108, 'bad'],
  [0, 0, 0, 'ok'],
  [0, 1, 100, 'bad'],
])('of %d seats %d are used: %d %%, %s', (licensedSeats, usedSeats, percent, level) => {
  expect(seatLevel({ licensedSeats, usedSeats })).toEqual({ percent, level })
})

test.each([
  [{ state: 'succeeded', reason: 'left over', output: 'left over' }, undefined],
  [
    { state: 'failed', reason: 'interrupted', output: 'half' },
    "Not released: the agency's software was stopped in the middle of it.",
  ],
  [
    { state: 'failed', reason: 'unknownCommand', output: 'Unknown command releaseSeat.' },
    "Not released: this version of the agency's software cannot release a seat.",
  ],
  [
    { state: 'failed', reason: 'In use.', output: 'not this' },
    "Not released: the agency's software could not do it. In use.",
  ],
  [
    { state: 'failed', reason: null, output: 'first line\nThe last one.\n\n' },
    "Not released: the agency's software could not do it. The last one.",
  ],
  [{ state: 'failed', reason: null, output: ' ' }, "Not released: the agency's software could not do it."],
  [
    { state: 'expired', reason: null, output: '' },
    "Not released: the agency's software did not carry out the release in time.",
  ],
  [
    { state: 'cancelled', reason: null, output: '' },
    "Not released: it was cancelled before the agency's software had begun it.",
  ],
] as const)(
  '[TRUTH-04] a release that ended as %j leaves the seat with a sentence, unless it is done',
  (ended, sentence) => {
    expect(whyNotReleased(ended)).toBe(sentence)
  },
)
