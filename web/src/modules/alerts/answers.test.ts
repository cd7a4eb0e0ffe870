import { expect, test } from 'vitest'
import { alertOf } from '../../../test/alert.ts'
import { toAlerts, toSaved, whyNotResolved, withSaved } from './answers.ts'

const alert = alertOf()
const ok = <Data>(data: Data) => ({ kind: 'ok', data, message: '' }) as const
const refused = (message: string) => ({ kind: 'refused', code: 7, message, data: undefined }) as const
const failed = (status: number, message = '') =>
  ({ kind: 'failed', status, statusText: '', message }) as const
const none = { kind: 'none', message: 'This alert is no longer active.' } as const

test('code 0 and code 2 are accepted when alerts load', () => {
  expect(toAlerts(ok([alert]))).toEqual([alert])
  expect(toAlerts(none)).toEqual([])
})

test('[ALERTS-30] data that is no list, and a save without data[0], are malformed', () => {
  expect(() => toAlerts(ok({} as never))).toThrow('Malformed response')
  expect(() => toAlerts(ok(undefined as never))).toThrow('Malformed response')
  expect(toSaved(ok(undefined as never))).toBe('Malformed response')
  expect(toSaved(ok(alert))).toBe(alert)
})

test('[ALERTS-31] a save or resolve without an envelope, and a code without a message, have one text', () => {
  const text = 'An error occurred processing the request.'
  for (const answer of [null, failed(0, 'Failed to fetch'), failed(500, 'An error occurred.')]) {
    expect(toSaved(answer)).toBe(text)
    expect(whyNotResolved(answer)).toBe(text)
  }
  expect(toSaved(refused(''))).toBe(text)
  expect(whyNotResolved(refused(''))).toBe(text)
  expect(() => toAlerts(refused(''))).toThrow(text)
})

test('[ALERTS-32] a load without an envelope says so; else the server speaks', () => {
  for (const answer of [null, failed(0), failed(500)])
    expect(() => toAlerts(answer)).toThrow('Unable to get alerts.')
  expect(() => toAlerts(refused('The alerts are resting.'))).toThrow('The alerts are resting.')
  expect(toSaved(refused('The alerts are resting.'))).toBe('The alerts are resting.')
  expect(toSaved(failed(400, 'Message is missing.'))).toBe('Message is missing.')
  expect(toSaved(none)).toBe('This alert is no longer active.')
})

test.each([
  [failed(0), 0],
  [failed(503), 503],
  [refused('No.'), 200],
])(
  'the failure of a list %j has status %i, by which one without an answer is read again',
  (answer, status) => {
    expect(() => toAlerts(answer)).toThrow(expect.objectContaining({ status }))
  },
)

test('[MKT-64] code 2 counts as resolved', () => {
  expect(whyNotResolved(none)).toBeNull()
  expect(whyNotResolved(ok(null))).toBeNull()
})

test('[ALERTS-29] a saved alert is added when it is new, and replaced when it was there', () => {
  const other = alertOf({ guid: '0a1e2400-4040-4040-8404-404040404041' })
  expect(withSaved([alert], other)).toEqual([other, alert])
  const changed = alertOf({ message: 'It is up.' })
  expect(withSaved([other, alert], changed)).toEqual([other, changed])
})
