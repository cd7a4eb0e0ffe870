import { expect, test } from 'vitest'
import { plusSeconds } from '../lib/clock.ts'
import { UnsavedSessions } from './unsaved-sessions.ts'

const now = new Date('2026-11-23T12:00:00Z')
const readOnly = Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), {
  code: '25006',
})
const digest = (byte: number): Buffer => Buffer.alloc(32, byte)
const signOut = (byte: number) => ({ tokenHash: digest(byte), at: now, requestId: `r-${byte}` })

test('the database counts as read-only from the first refused change until one is taken', () => {
  const unsaved = new UnsavedSessions()
  expect([unsaved.isRefused(new Error('other')), unsaved.readOnly]).toEqual([false, false])
  expect([unsaved.isRefused(readOnly), unsaved.readOnly]).toEqual([true, true])
  expect([unsaved.isRefused(new Error('other')), unsaved.readOnly]).toEqual([false, true])
  unsaved.changeTaken()
  expect(unsaved.readOnly).toBe(false)
})

test('input that is kept moves the ends of its own session forward, never back', () => {
  const unsaved = new UnsavedSessions()
  const saved = { lastInputAt: now, expiresAt: plusSeconds(now, 3600) }
  expect(unsaved.getEnds(1, saved)).toEqual(saved)
  unsaved.keepInput(1, plusSeconds(now, 600))
  unsaved.keepInput(1, plusSeconds(now, 300))
  const later = { lastInputAt: plusSeconds(now, 600), expiresAt: plusSeconds(now, 600 + 3600) }
  expect(unsaved.getEnds(1, saved)).toEqual(later)
  expect(unsaved.getEnds(2, saved)).toEqual(saved)
  const beyond = { lastInputAt: plusSeconds(now, 601), expiresAt: plusSeconds(now, 3600 + 601) }
  expect(unsaved.getEnds(1, beyond)).toEqual(beyond)
})

test('input that came while the one before was saved is kept', () => {
  const unsaved = new UnsavedSessions()
  const [first, second] = [plusSeconds(now, 1), plusSeconds(now, 2)]
  unsaved.keepInput(1, first)
  unsaved.keepInput(1, second)
  unsaved.inputSaved(1, first)
  expect(unsaved.getAll().inputs).toEqual([[1, second]])
  unsaved.inputSaved(1, second)
  expect(unsaved.getAll().inputs).toEqual([])
})

test('a sign-out that is not saved ends that session here, until it is saved', () => {
  const unsaved = new UnsavedSessions()
  expect(unsaved.isSignedOut(digest(1))).toBe(false)
  unsaved.keepSignOut(signOut(1))
  unsaved.keepSignOut(signOut(2))
  expect([digest(1), digest(2), digest(3)].map((one) => unsaved.isSignedOut(one))).toEqual([
    true,
    true,
    false,
  ])
  unsaved.signOutSaved(signOut(1))
  expect([unsaved.isSignedOut(digest(1)), unsaved.isSignedOut(digest(2))]).toEqual([false, true])
  expect(unsaved.getAll().signOuts).toEqual([signOut(2)])
})

test('made-up tokens cannot fill the memory: 10,000 sign-outs are kept', () => {
  const unsaved = new UnsavedSessions()
  const made = (at: number) => ({ tokenHash: Buffer.from(String(at)), at: now, requestId: '' })
  for (let at = 0; at < 10_001; at += 1) unsaved.keepSignOut(made(at))
  expect(unsaved.getAll().signOuts).toHaveLength(10_000)
  expect(unsaved.isSignedOut(made(9_999).tokenHash)).toBe(true)
  expect(unsaved.isSignedOut(made(10_000).tokenHash)).toBe(false)
})
