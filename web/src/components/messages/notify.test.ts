import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotify, notify as ofConsole, notifyAgency } from './notify.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let agency: string | null = null
afterEach(() => void (agency = null))

function store(answerOpensScreen = false) {
  return createNotify({
    now: () => Date.now(),
    screen: () => 'Agencies',
    agency: () => agency,
    answerOpensScreen: () => answerOpensScreen,
  })
}

test.each([
  ['ok', 3000],
  ['error', 6000],
] as const)('[SHELL-08] %s stands %i ms where a module has no time of its own', (level, ms) => {
  const notify = store()
  notify[level]('Text')
  vi.advanceTimersByTime(ms - 1)
  expect(notify.current()?.text).toBe('Text')
  vi.advanceTimersByTime(1)
  expect(notify.current()).toBeNull()
})

test('a module’s own time wins', () => {
  const notify = store()
  notify.error('Reset failed', { ms: 10_000 })
  vi.advanceTimersByTime(9_999)
  expect(notify.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(notify.current()).toBeNull()
})

test('what comes replaces what stands at once, with its whole time', () => {
  const notify = store()
  notify.ok('First')
  vi.advanceTimersByTime(1000)
  notify.error('Second')
  expect(notify.current()).toMatchObject({ text: 'Second', level: 'error' })
  vi.advanceTimersByTime(5999)
  expect(notify.current()?.text).toBe('Second')
  vi.advanceTimersByTime(1)
  expect(notify.current()).toBeNull()
  expect(notify.recent().map(({ text }) => text)).toEqual(['Second', 'First'])
})

test('it names its agency where that is not in view; the same words of two agencies are two messages', () => {
  const notify = store()
  agency = '00006938 Smith Insurance'
  notify.ok('Saved')
  expect(notify.current()).toMatchObject({ text: '00006938 Smith Insurance: Saved', count: 1 })
  agency = null
  notify.ok('Saved')
  expect(notify.current()).toMatchObject({ text: 'Saved', count: 1 })
  expect(notify.recent()).toHaveLength(2)
})

test('equal texts join and start their time again', () => {
  const notify = store()
  notify.ok('Saved')
  vi.advanceTimersByTime(2000)
  notify.ok('Saved')
  expect(notify.current()).toMatchObject({ text: 'Saved', count: 2 })
  vi.advanceTimersByTime(2999)
  expect(notify.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(notify.current()).toBeNull()
})

test('the same words as a success and as a failure stay two messages', () => {
  const notify = store()
  notify.ok('Done')
  notify.error('Done')
  expect(notify.current()).toMatchObject({ level: 'error', count: 1 })
  expect(notify.recent()).toHaveLength(2)
})

test('a pause keeps what is left', () => {
  const notify = store()
  notify.ok('Saved')
  vi.advanceTimersByTime(2000)
  notify.pause('hover')
  vi.advanceTimersByTime(60_000)
  expect(notify.current()).not.toBeNull()
  notify.resume('hover')
  vi.advanceTimersByTime(999)
  expect(notify.current()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(notify.current()).toBeNull()
})

test('a pause lasts as long as one of its reasons', () => {
  const notify = store()
  notify.ok('Saved')
  notify.pause('focus')
  notify.pause('hover')
  notify.resume('hover')
  vi.advanceTimersByTime(60_000)
  expect(notify.current()).not.toBeNull()
  notify.resume('focus')
  vi.advanceTimersByTime(3000)
  expect(notify.current()).toBeNull()
})

test('a message that comes during a pause waits for its end', () => {
  const notify = store()
  notify.pause('hover')
  notify.ok('Saved')
  vi.advanceTimersByTime(60_000)
  expect(notify.current()).not.toBeNull()
  notify.resume('hover')
  vi.advanceTimersByTime(3000)
  expect(notify.current()).toBeNull()
})

test('closing leaves none', () => {
  const notify = store()
  const seen = vi.fn()
  notify.subscribe(seen)
  notify.ok('First')
  notify.dismiss()
  expect(notify.current()).toBeNull()
  vi.advanceTimersByTime(10_000)
  expect(seen).toHaveBeenCalledTimes(2)
})

test('one that is closed while it is pointed at does not hold the next one', () => {
  const notify = store()
  notify.ok('First')
  notify.pause('hover')
  notify.dismiss()
  notify.ok('Second')
  vi.advanceTimersByTime(3000)
  expect(notify.current()).toBeNull()
})

test('what a screen that opens says itself is no message; a success is one', () => {
  const notify = store(true)
  notify.error('Not saved')
  expect([notify.current(), notify.recent()]).toEqual([null, []])
  notify.ok('Saved')
  expect(notify.current()?.text).toBe('Saved')
})

test('recent messages keep the last 50 with time and screen, logs the last 100', () => {
  const notify = store()
  vi.setSystemTime(new Date('2026-11-20T10:42:07Z'))
  for (let n = 1; n <= 120; n += 1) notify.ok(`Message ${n}`)
  expect(notify.recent()).toHaveLength(50)
  expect(notify.recent()[0]).toMatchObject({ text: 'Message 120', screen: 'Agencies', level: 'ok' })
  expect(notify.recent()[0]?.at.toISOString()).toBe('2026-11-20T10:42:07.000Z')
  expect(notify.logs()).toHaveLength(100)
  expect(notify.logs()[99]?.text).toBe('Message 21')
  notify.clear()
  expect([notify.current(), notify.recent(), notify.logs()]).toEqual([null, [], []])
})

test('messages of the agency screen stand for 5 seconds', () => {
  notifyAgency.ok('Success - Account Deleted.')
  expect(ofConsole.current()).toMatchObject({ level: 'ok', text: 'Success - Account Deleted.', ms: 5_000 })
  notifyAgency.error('Failed to delete account.')
  expect(ofConsole.current()).toMatchObject({ level: 'error', ms: 5_000 })
  ofConsole.clear()
})
