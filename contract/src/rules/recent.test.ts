import { expect, test } from 'vitest'
import { isRecent, stepUpSentence } from './recent.ts'

const now = new Date('2026-11-20T12:00:00Z')
const after = (ms: number): Date => new Date(now.getTime() + ms)
const quarterMs = 15 * 60 * 1000

test('a confirmation is recent for a quarter of an hour, and for no more into the future', () => {
  for (const ms of [0, 1 - quarterMs, quarterMs - 1]) expect(isRecent(after(ms), now), `${ms}`).toBe(true)
  for (const ms of [-quarterMs, quarterMs, -10 * quarterMs, 10 * quarterMs])
    expect(isRecent(after(ms), now), `${ms}`).toBe(false)
})

test('who has to confirm is asked in a sentence', () => {
  expect(stepUpSentence).toBe('Please confirm that it is you.')
})
