import { describe, expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { makeStaff, openTestSession } from '../../test/people.ts'
import { useDatabase } from '../../test/use-database.ts'
import { plusSeconds } from '../lib/clock.ts'
import { findSession, isAlive, noteInput } from './find-session.ts'
import { UnsavedSessions } from './unsaved-sessions.ts'

const now = new Date('2026-11-23T12:00:00Z')

test('a session ends with its expiry, its hard end, or half an hour after the last input', () => {
  const session = {
    lastInputAt: plusSeconds(now, -60),
    expiresAt: plusSeconds(now, 3600),
    hardEndAt: plusSeconds(now, 3600),
  }
  expect(isAlive(session, now)).toBe(true)
  for (const end of ['expiresAt', 'hardEndAt'] as const) {
    expect(isAlive({ ...session, [end]: plusSeconds(now, 1) }, now)).toBe(true)
    expect(isAlive({ ...session, [end]: now }, now)).toBe(false)
  }
  expect(isAlive({ ...session, lastInputAt: plusSeconds(now, 1 - 30 * 60) }, now)).toBe(true)
  expect(isAlive({ ...session, lastInputAt: plusSeconds(now, -30 * 60) }, now)).toBe(false)
})

describe('the last input', () => {
  const { db } = useDatabase()

  /** Opens a session and notes input as the console tells it; returns by how many seconds the saved one moved. */
  async function note(idle: string | undefined, afterSeconds: number): Promise<number> {
    const clock = turnableClock()
    const unsaved = new UnsavedSessions()
    const opened = clock.now()
    const { cookie } = await openTestSession(db, clock, await makeStaff(db, clock))
    const token = cookie.slice(cookie.indexOf('=') + 1)
    const read = () => findSession(db, unsaved, token, opened)
    const session = (await read()) ?? expect.unreachable('it was opened')
    await noteInput(db, unsaved, session, { idleSeconds: idle, now: plusSeconds(opened, afterSeconds) })
    return (((await read())?.lastInputAt.getTime() ?? 0) - opened.getTime()) / 1000
  }

  test('is saved by the minute, so that reads write nothing', async () => {
    expect([await note('0', 59), await note('0', 60), await note('0', 600)]).toEqual([0, 60, 600])
  })

  test('lies as long ago as the console says, and never moves back', async () => {
    expect([await note('500', 600), await note('541', 600), await note('99999', 600)]).toEqual([100, 0, 0])
  })

  test.each([undefined, '', '-1', '1.5', '1e3', '100000', ' 0', '0x'])('is not given by %j', async (idle) => {
    expect(await note(idle, 600)).toBe(0)
  })
})
