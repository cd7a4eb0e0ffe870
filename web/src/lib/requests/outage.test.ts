import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { get } from './http.ts'
import { outage, useOutage } from './outage.ts'

const said = () => useOutage.getState()?.sentence ?? null

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  outage.note(200, undefined)
  vi.runAllTimers()
  vi.useRealTimers()
})

test.each([
  [405, 'Busy.'],
  [413, 'Busy.'],
  [414, 'Busy.'],
  [415, 'Busy.'],
  [429, 'Busy.'],
  [431, 'Busy.'],
  [503, 'Busy.'],
  [400, null],
  [404, null],
  [500, null],
])('of an answer with HTTP %i is kept: %s', async (status, sentence) => {
  await answeringServer((_asked, response) => json(response, { message: 'Busy.' }, status))
  await get('/api/request')
  expect(said()).toBe(sentence)
})

test('it stands for six seconds at least, and until an answer succeeds', () => {
  outage.note(503, 'Away.')
  vi.advanceTimersByTime(60_000)
  outage.note(503, 'Still away.')
  vi.advanceTimersByTime(1_000)
  outage.note(200, undefined)
  vi.advanceTimersByTime(4_999)
  expect(said()).toBe('Still away.')
  vi.advanceTimersByTime(1)
  expect(said()).toBeNull()
})

test('an answer to a call ends it if it succeeds, not if it is refused', async () => {
  const left = [503, 400, 200]
  await answeringServer((_asked, response) => json(response, { message: 'Away.' }, left.shift() ?? 500))
  for (const sentence of ['Away.', 'Away.', null]) {
    await get('/api/request')
    vi.advanceTimersByTime(60_000)
    expect(said()).toBe(sentence)
  }
})

test('another one meanwhile stands on', () => {
  outage.note(429, 'Too many.')
  outage.note(200, undefined)
  outage.note(503, 'Away.')
  vi.advanceTimersByTime(60_000)
  expect(said()).toBe('Away.')
  outage.note(503, undefined)
  expect(said()).toBe('Away.')
})
