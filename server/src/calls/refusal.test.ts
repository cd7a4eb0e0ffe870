import { one } from '@agency-support/contract/answer'
import { read } from '@agency-support/contract/call'
import { post } from '@agency-support/contract/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { HttpFailure, Refusal, toRefusal } from './refusal.ts'

const call = read({
  about: 'Made up for a test.',
  at: post('/made/up'),
  access: 'staff',
  input: z.object({}),
  answer: one(z.string()),
  refusals: {
    absent: [2, 'Not {there}'],
    stale: [409, '{by} was quicker by {seconds} s, not {nobody}', z.object({ by: z.string().trim() })],
  },
})

test('a refusal without data is its code and its sentence as they are declared', () => {
  const refusal = toRefusal(call, 'absent')
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal.message).toBe('Not {there}')
  expect(refusal.envelope).toEqual({ code: 2, message: 'Not {there}', data: [] })
})

test('data fill the sentence where it names them, and are given as their shape says', () => {
  const { envelope } = toRefusal(call, 'stale', { by: ' Ann ', seconds: 5 })
  expect(envelope).toEqual({
    code: 409,
    message: ' Ann  was quicker by 5 s, not {nobody}',
    data: [{ by: 'Ann' }],
  })
  expect(toRefusal(call, 'absent', { there: 7 }).envelope).toEqual({
    code: 2,
    message: 'Not 7',
    data: [{ there: 7 }],
  })
})

test('a time that is not known, or an empty value, is left out of the sentence with the word before it', () => {
  const moved = { ...call, refusals: { moved: [409, '{by} moved it to {place} at {when}. Look.'] } as const }
  const say = (when: string | null, place: string) =>
    toRefusal(moved, 'moved', { by: 'Ann', when, place }).message
  expect(say('2026-11-20T10:00:00.000Z', 'Rome')).toBe(
    'Ann moved it to Rome at 2026-11-20T10:00:00.000Z. Look.',
  )
  expect(say(null, '')).toBe('Ann moved it. Look.')
})

test('a refusal that is not declared, or data of another shape, is a mistake of ours', () => {
  expect(() => toRefusal(call, 'gone')).toThrow('refusal gone is not declared')
  expect(() => toRefusal(call, 'stale', { by: 5 })).toThrow(z.ZodError)
})

test('a failure tells its status, and has headers and a cause only where they are given', () => {
  const cause = new Error('why')
  expect(new HttpFailure(503, 'Away.', { cause })).toMatchObject({ status: 503, headers: {}, cause })
  const plain = new HttpFailure(429, 'Wait.', { headers: { 'retry-after': '5' } })
  expect(plain).toMatchObject({ message: 'Wait.', headers: { 'retry-after': '5' } })
  expect(plain.cause).toBeUndefined()
})
