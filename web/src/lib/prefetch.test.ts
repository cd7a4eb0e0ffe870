import { expect, onTestFinished, test, vi } from 'vitest'
import { isPrefetching, prefetch, prefetchWhenIdle } from './prefetch.ts'

test('code is being prefetched until the last of it is there; a failure is left to its use', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  expect(isPrefetching()).toBe(false)
  const both = [prefetch(() => first.promise), prefetch(() => second.promise)]
  expect(isPrefetching()).toBe(true)
  first.reject(new Error('offline'))
  await both[0]
  expect(isPrefetching()).toBe(true)
  second.resolve()
  await both[1]
  expect(isPrefetching()).toBe(false)
})

test('code is prefetched when the browser says that the page is idle', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('window', { requestIdleCallback: (run: () => void) => void waiting.push(run) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const load = vi.fn(() => Promise.resolve())
  prefetchWhenIdle(load)
  expect(load).not.toHaveBeenCalled()
  waiting[0]?.()
  await Promise.resolve()
  expect(load).toHaveBeenCalledOnce()
})

test('where the browser does not say so, code is prefetched after two seconds', async () => {
  vi.stubGlobal('window', {})
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const load = vi.fn(() => Promise.resolve())
  prefetchWhenIdle(load)
  vi.advanceTimersByTime(1_999)
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledOnce()
})
