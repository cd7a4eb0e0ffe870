import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addUp, type Change, countStates, sumChanges } from './chart-sums.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const event = (eventDate: string, subscriptionStatus: number) => ({ eventDate, subscriptionStatus })
const brief = ({ days, purchases, trialStarts, cancellations, trialEnds }: Change) =>
  `${days}: ${purchases} ${trialStarts} ${cancellations} ${trialEnds}`

test('events are summed by local day: starts count up, ends down, unknown kinds and other days not at all', () => {
  const events = [
    event('2026-11-01T03:59:59.000Z', 0),
    event('2026-11-01T04:00:00.000Z', 0),
    event('2026-11-01T05:30:00.000Z', 0),
    event('2026-11-01T06:30:00.000Z', 2),
    event('2026-11-02T04:59:59.000Z', 1),
    event('2026-11-03T05:00:00.000Z', 3),
    event('2026-11-03T05:00:00.000Z', 9),
    event('2026-11-04T05:00:00.000Z', 1),
  ]
  expect(sumChanges(events, { start: '2026-11-01', end: '2026-11-03' }).map(brief)).toEqual([
    '11/01/2026: 2 1 -1 0',
    '11/02/2026: 0 0 0 0',
    '11/03/2026: 0 0 0 -1',
  ])
})

test('a range of 45 days is shown by day, a longer one by week', () => {
  const events = [event('2026-10-20T12:00:00.000Z', 0)]
  expect(sumChanges(events, { start: '2026-10-01', end: '2026-11-14' })).toHaveLength(45)
  expect(sumChanges(events, { start: '2026-10-01', end: '2026-11-15' }).map(brief)).toEqual([
    '10/18/2026 – 10/24/2026: 1 0 0 0',
  ])
})

test('weeks reach from Sunday to Saturday where the clocks change too, and end with the range', () => {
  const spring = [
    event('2026-03-05T05:00:00.000Z', 0),
    // The last second of Saturday, and the first of a Sunday with 23 hours.
    event('2026-03-08T04:59:59.000Z', 0),
    event('2026-03-08T05:00:00.000Z', 1),
    event('2026-03-15T03:59:59.000Z', 1),
    event('2026-03-15T04:00:00.000Z', 2),
    event('2026-04-30T12:00:00.000Z', 0),
  ]
  const weeks = sumChanges(spring, { start: '2026-03-05', end: '2026-04-30' }).map(brief)
  expect(weeks.slice(0, 3)).toEqual([
    '03/05/2026 – 03/07/2026: 2 0 0 0',
    '03/08/2026 – 03/14/2026: 0 0 -2 0',
    '03/15/2026 – 03/21/2026: 0 1 0 0',
  ])
  expect([weeks.length, weeks.at(-1)]).toEqual([9, '04/26/2026 – 04/30/2026: 1 0 0 0'])
  const autumn = [event('2026-11-01T04:00:00.000Z', 0), event('2026-11-08T04:59:59.000Z', 0)]
  expect(sumChanges(autumn, { start: '2026-10-01', end: '2026-12-31' }).map(brief)).toEqual([
    '11/01/2026 – 11/07/2026: 2 0 0 0',
  ])
})

test('nothing is shown without events of a known kind, however long the range', () => {
  const events = [event('2026-05-01T12:00:00.000Z', 4), event('2025-12-31T12:00:00.000Z', 0)]
  expect(sumChanges(events, { start: '2026-01-01', end: '2099-12-31' })).toEqual([])
  expect(addUp([])).toEqual({ purchases: 0, trialStarts: 0, cancellations: 0, trialEnds: 0 })
})

test('the sums of a range are those of its columns', () => {
  const events = [0, 0, 1, 2, 3, 3].map((code, at) => event(`2026-11-0${at + 1}T12:00:00.000Z`, code))
  const sums = addUp(sumChanges(events, { start: '2026-11-01', end: '2026-11-30' }))
  expect(sums).toEqual({ purchases: 2, trialStarts: 1, cancellations: -1, trialEnds: -2 })
})

test('agencies are active or pending while they are subscribed, whatever their status is afterwards', () => {
  const row = (subscribed: boolean, status: number) => ({ subscribed, status })
  const rows = [row(true, 0), row(true, 0), row(true, 1), row(true, 7), row(false, 0), row(false, 1)]
  expect(countStates(rows)).toEqual({ active: 2, pending: 2, unsubscribed: 2 })
  expect(countStates([])).toEqual({ active: 0, pending: 0, unsubscribed: 0 })
})
