import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSleep } from './watch-sleep.ts'

const minuteMs = 60_000
let page: EventTarget

beforeEach(() => {
  // After a garbage collection Node keeps listeners whose signal was aborted, if the same target had several.
  page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

function watched() {
  const leaving = new AbortController()
  const woke = vi.fn()
  watchSleep(leaving.signal, woke)
  return { leaving, woke }
}

/** No timer runs and no event comes, but the clock goes on. */
const sleep = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * minuteMs)

test('a page that runs all day has not slept', () => {
  const { woke } = watched()
  vi.advanceTimersByTime(24 * 60 * minuteMs)
  expect(woke).not.toHaveBeenCalled()
})

test('a sleep of more than two minutes is told once, at the next look', () => {
  const { woke } = watched()
  sleep(2)
  vi.advanceTimersByTime(20_000)
  expect(woke).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60 * minuteMs)
  expect(woke).toHaveBeenCalledOnce()
})

test.each(['resume', 'visibilitychange'])('“%s” has it told at once, but no short sleep', (type) => {
  const { woke } = watched()
  sleep(2)
  page.dispatchEvent(new Event(type))
  expect(woke).not.toHaveBeenCalled()
  sleep(2.1)
  page.dispatchEvent(new Event(type))
  expect(woke).toHaveBeenCalledOnce()
})

test('nothing is told any more once it is left', () => {
  const { woke, leaving } = watched()
  leaving.abort()
  sleep(3)
  page.dispatchEvent(new Event('resume'))
  vi.advanceTimersByTime(20_000)
  expect(woke).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
