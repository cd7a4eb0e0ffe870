import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { AnswerCounts } from './recent-answers.ts'

const usual = { path: '/api/request', call: 'agencies.config', requestId: 'r' }

test('answers count for five minutes, 503 apart from other failures, and the last five failures are kept', () => {
  const clock = turnableClock()
  const counts = new AnswerCounts(clock)
  counts.count({ ...usual, status: 200 })
  counts.count({ ...usual, status: 404 })
  counts.count({ ...usual, status: 503, call: undefined, requestId: 'first' })
  clock.turn(200)
  for (const requestId of ['a', 'b', 'c', 'd', 'e']) counts.count({ ...usual, status: 500, requestId })
  expect(counts.read()).toMatchObject({ seconds: 300, all: 8, unavailable: 1, failed: 5 })
  expect(counts.read().last.map(({ requestId }) => requestId)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(counts.read().last[0]).toEqual({
    at: clock.now().toISOString(),
    status: 500,
    call: 'agencies.config',
    requestId: 'e',
  })
  clock.turn(90)
  expect(counts.read()).toMatchObject({ all: 8, unavailable: 1 })
  clock.turn(10)
  expect(counts.read()).toMatchObject({ all: 5, unavailable: 0, failed: 5 })
  clock.turn(200)
  expect(counts.read()).toEqual({ seconds: 300, all: 0, unavailable: 0, failed: 0, last: [] })
})

test('what asks for health is not counted, and a clock that is set back loses nothing', () => {
  const clock = turnableClock()
  const counts = new AnswerCounts(clock)
  counts.count({ ...usual, path: '/health/ready', status: 503 })
  counts.count({ ...usual, status: 200 })
  clock.turn(-3_600)
  counts.count({ ...usual, status: 500, call: undefined })
  expect(counts.read()).toMatchObject({ all: 2, unavailable: 0, failed: 1 })
  expect(counts.read().last).toEqual([expect.objectContaining({ call: null })])
})

test('a request that was refused before it was looked at counts, and takes no place among the failures', () => {
  const counts = new AnswerCounts(turnableClock())
  counts.count({ ...usual, status: 200 })
  counts.countShed()
  expect(counts.read()).toMatchObject({ all: 2, unavailable: 1, failed: 0, last: [] })
})
