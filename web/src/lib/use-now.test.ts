// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mountHook } from '../../test/mounted.tsx'
import { useNow } from './use-now.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  [undefined, 30_000],
  [5, 5_000],
])('with the interval %s ages grow every %i ms, until the screen is left', (seconds, ms) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00.000Z') })
  const { result, unmount } = mountHook(() => useNow(seconds))
  act(() => void vi.advanceTimersByTime(ms - 1))
  expect(result.current).toBe('2026-11-20T10:00:00.000Z')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(new Date(Date.UTC(2026, 10, 20, 10) + ms).toISOString())
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
