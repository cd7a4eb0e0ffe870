import { expect, test } from 'vitest'
import { plusSeconds } from '../clock.ts'
import { isAlive } from './find-session.ts'

const now = new Date('2026-11-23T12:00:00Z')
const session = {
  lastInputAt: plusSeconds(now, -60),
  expiresAt: plusSeconds(now, 3600),
  hardEndAt: plusSeconds(now, 3600),
}

test('a session ends with its expiry, its hard end, or half an hour after the last input', () => {
  expect(isAlive(session, now)).toBe(true)
  for (const end of ['expiresAt', 'hardEndAt'] as const) {
    expect(isAlive({ ...session, [end]: plusSeconds(now, 1) }, now)).toBe(true)
    expect(isAlive({ ...session, [end]: now }, now)).toBe(false)
  }
  expect(isAlive({ ...session, lastInputAt: plusSeconds(now, 1 - 30 * 60) }, now)).toBe(true)
  expect(isAlive({ ...session, lastInputAt: plusSeconds(now, -30 * 60) }, now)).toBe(false)
})
