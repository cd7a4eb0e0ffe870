import { afterEach, beforeEach, expect, test } from 'vitest'
import { toAddressInstant, toField, toInstants } from './local-instant.ts'

const zone = process.env.TZ
beforeEach(() => void (process.env.TZ = 'America/New_York'))
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const read = (local: string) => {
  const found = toInstants(local)
  return found && [found.first.toISOString().slice(0, 16), found.last.toISOString().slice(0, 16)]
}

test('a local time is one instant, two in the hour that autumn repeats', () => {
  expect(['00:59', '01:00', '01:59', '02:00'].map((time) => read(`2026-11-01T${time}`))).toEqual([
    ['2026-11-01T04:59', '2026-11-01T04:59'],
    ['2026-11-01T05:00', '2026-11-01T06:00'],
    ['2026-11-01T05:59', '2026-11-01T06:59'],
    ['2026-11-01T07:00', '2026-11-01T07:00'],
  ])
})

test('in the hour that spring skips it is the change of the clocks', () => {
  expect(['01:59', '02:00', '02:30', '02:59', '03:00'].map((time) => read(`2026-03-08T${time}`))).toEqual([
    ['2026-03-08T06:59', '2026-03-08T06:59'],
    ['2026-03-08T07:00', '2026-03-08T07:00'],
    ['2026-03-08T07:00', '2026-03-08T07:00'],
    ['2026-03-08T07:00', '2026-03-08T07:00'],
    ['2026-03-08T07:00', '2026-03-08T07:00'],
  ])
})

test('what is no date and time is no instant', () => {
  expect(['', '2026-11-01T', 'soon'].map(read)).toEqual([undefined, undefined, undefined])
})

test('an address holds instants, which the fields of whoever opens it show as the local time there', () => {
  const [from, to] = [
    toAddressInstant('2026-11-01T01:30', 'first'),
    toAddressInstant('2026-11-01T01:30', 'last'),
  ]
  expect([from, to]).toEqual(['2026-11-01T05:30Z', '2026-11-01T06:30Z'])
  expect([from, to].map(toField)).toEqual(['2026-11-01T01:30', '2026-11-01T01:30'])
  process.env.TZ = 'Asia/Kolkata'
  expect([from, to].map(toField)).toEqual(['2026-11-01T11:00', '2026-11-01T12:00'])
})

test('what is no instant stays as it is, in the address and in the field', () => {
  for (const text of ['', 'soon', 'Z', '2026-11-01T01:30', '-271821-04-20T00:00Z', '+275760-09-13T00:00Z'])
    expect(toField(text)).toBe(text)
  for (const text of ['', 'soon']) expect(toAddressInstant(text, 'first')).toBe(text)
})
