import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plusSeconds } from '../../lib/clock.ts'
import { KeyRing } from '../../settings/key-ring.ts'
import { makeConnectionToken, readConnectionToken } from './connection-token.ts'

const now = new Date('2026-11-20T09:00:00Z')
const ringOf = (...names: string[]): KeyRing =>
  new KeyRing(
    'SECRET_KEY',
    names.map((name) => Buffer.from(name.repeat(32))),
  )
const keys = ringOf('a')
const connectionId = randomUUID()
const token = makeConnectionToken({ connectionId, agencyId: 6938, now }, keys)
const read = (shown: string, seconds = 0, ring = keys, agencyId = 6938) =>
  readConnectionToken(shown, { agencyId, now: plusSeconds(now, seconds) }, ring)?.connectionId

test('a token is taken for fifteen seconds, with the instant at which it ends', () => {
  const expires = plusSeconds(now, 15).getTime()
  expect(readConnectionToken(token, { agencyId: 6938, now }, keys)).toEqual({ connectionId, expires })
  expect([read(token, 14.999), read(token, 15)]).toEqual([connectionId, undefined])
})

test('a token of another agency, of another instant or of nobody is none', () => {
  expect(read(token, 0, keys, 6939)).toBeUndefined()
  const [id = '', expires = '', signature = ''] = token.split('.')
  const other = makeConnectionToken({ connectionId: randomUUID(), agencyId: 6938, now }, keys).split('.')
  for (const shown of [
    [id, Number(expires) + 60_000, signature],
    [other[0], expires, signature],
    [id, expires, other[2]],
    [id, expires],
    ['', expires, signature],
  ])
    expect(read(shown.join('.'))).toBeUndefined()
})

test('nothing may stand before or after a token', () => {
  for (const shown of [`x${token}`, `${token}x`, ` ${token}`, `${token}\n`, ''])
    expect(read(shown)).toBeUndefined()
})

test('while keys are changed a token of any of them is taken, and a new one is made with the newest', () => {
  expect(read(token, 0, ringOf('b', 'a'))).toBe(connectionId)
  expect(read(token, 0, ringOf('b'))).toBeUndefined()
  const made = makeConnectionToken({ connectionId, agencyId: 6938, now }, ringOf('b', 'a'))
  expect([read(made, 0, ringOf('b')), read(made, 0, ringOf('a'))]).toEqual([connectionId, undefined])
})
