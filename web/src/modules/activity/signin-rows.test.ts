import { expect, test } from 'vitest'
import {
  describeOthers,
  findDrops,
  formatPeriod,
  nameApart,
  spread,
  describeDrop,
  summarise,
  toLatestInstant,
  toRows,
} from './signin-rows.ts'

const none = { locals: 0, kotter: 0, opusW: 0, opusE: 0, opusE2: 0 }

test.each([
  ['2026-11-20T01:05:00Z', '01:00', '2026-11-20T01:00:00.000Z'],
  ['2026-11-20T01:05:00Z', '22:10', '2026-11-19T22:10:00.000Z'],
  ['2026-11-20T00:00:00Z', '00:00', '2026-11-20T00:00:00.000Z'],
  // The local clock is a second behind.
  ['2026-11-20T23:59:59Z', '00:00', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T08:59:59.2Z', '09:00', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T08:50:00Z', '09:00', '2026-11-19T09:00:00.000Z'],
])('[MKT-80] at %s the period %s is %s', (now, period, expected) => {
  expect(toLatestInstant(period, Date.parse(now)).toISOString()).toBe(expected)
})

test.each([
  ['2026-11-20T14:00:00.000Z', 'America/New_York', '9:00 AM'],
  ['2026-11-20T05:10:00.000Z', 'America/New_York', '12:10 AM'],
  ['2026-11-20T17:00:00.000Z', 'America/New_York', '12:00 PM'],
  ['2026-11-20T23:50:00.000Z', 'UTC', '11:50 PM'],
])('[RPT-SIGNINS-03] %s in %s is shown as %s', (iso, zone, expected) => {
  expect(formatPeriod(iso, zone)).toBe(expected)
})

test('periods of the hour that clocks show twice have their zone added, so that no two have the same name', () => {
  const periods = ['05:40', '05:50', '06:00', '06:40', '07:00']
  const rows = toRows(
    periods.map((period) => ({ ...none, period })),
    Date.parse('2026-11-01T07:05:00Z'),
  )
  expect(nameApart(rows, 'America/New_York')).toEqual([
    '1:40 AM EDT',
    '1:50 AM',
    '1:00 AM',
    '1:40 AM EST',
    '2:00 AM',
  ])
  expect(nameApart(rows, 'UTC')).toEqual(['5:40 AM', '5:50 AM', '6:00 AM', '6:40 AM', '7:00 AM'])
})

test('an environment drops when its last whole period has less than half of the median', () => {
  const periods = ['08:00', '08:10', '08:20', '08:30', '08:40', '08:50']
  const opusW = [50, 60, 40, 50, 14, 0]
  const opusE = [50, 60, 40, 50, 25, 0]
  const rows = toRows(
    periods.map((period, at) => ({ ...none, period, opusW: opusW[at] ?? 0, opusE: opusE[at] ?? 0 })),
    Date.parse('2026-11-20T08:55:00Z'),
  )
  expect(findDrops(rows)).toEqual([{ environment: 'opusW', percent: 72, signins: 14, usual: 50 }])
  expect(describeDrop({ signins: 1_234, usual: 5_000.5 })).toBe(
    '1,234 in the last whole period, usually 5,000.5',
  )
  expect(findDrops([])).toEqual([])
})

test('an environment that is silent for most of the three hours is named, and never told as well', () => {
  const say = (opusW: readonly number[], others = 9) => {
    const all = { locals: others, kotter: others, opusE: others, opusE2: others }
    return describeOthers(opusW.map((count, at) => ({ ...all, opusW: count, period: '', at: String(at) })))
  }
  const fine = 'No environment has far fewer sign-ins than usual.'
  expect(say([9, 9, 0, 9, 0])).toBe(fine)
  expect(say([9, 0, 9, 0, 0, 0])).toBe('No sign-ins in most of the last three hours: Opus W.')
  expect(say([0, 0], 0)).toBe(
    'No sign-ins in most of the last three hours: Locals, Kotter, Opus W, Opus E, Opus E2.',
  )
  // The drop is named beside it.
  expect(say([9, 9, 9, 0, 0])).toBe('')
  // One incomplete period, or none, tells nothing.
  expect([say([9]), say([])]).toEqual(['', ''])
})

test('labels keep their heights, and move apart where they would cover each other', () => {
  const room = { from: 0, to: 100, gap: 10 }
  expect(spread([0, 40, 90], room)).toEqual([0, 40, 90])
  expect(spread([50, 51, 52], room)).toEqual([50, 60, 70])
  expect(spread([100, 100, 100], room)).toEqual([80, 90, 100])
})

test.each([
  [0, 'No sign-ins in the whole periods of the last three hours.'],
  [1, '1 sign-in in the whole periods of the last three hours, 1 of them at Kotter.'],
  [1_200, '1,200 sign-ins in the whole periods of the last three hours, 1,200 of them at Kotter.'],
])('%i sign-ins are summarised in one sentence', (kotter, sentence) => {
  expect(summarise(toRows([{ ...none, period: '08:00', kotter }], 0))).toBe(sentence)
})
