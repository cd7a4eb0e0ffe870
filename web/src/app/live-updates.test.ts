import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { profileStore } from '../lib/profile.ts'
import { keepLive } from './live-updates.ts'

const claims = {
  hsUserName: 'lee@support.test',
  exp: Math.floor(Date.now() / 1000) + 3600,
  permissions: [2000],
  passwordChangeRequired: false,
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  profileStore.set(null)
  vi.useRealTimers()
})

test('live updates start although their code could not be loaded at first, and end with the session', async () => {
  const events: string[] = []
  const load = () => {
    events.push('load')
    if (events.length < 3) return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve({
      startLive() {
        events.push('start')
        return () => events.push('stop')
      },
    })
  }
  keepLive({ checkSession: () => Promise.resolve(), load })
  expect(events).toEqual([])
  profileStore.set(claims)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(events).toEqual(['load'])
  await vi.advanceTimersByTimeAsync(10_001)
  expect(events).toEqual(['load', 'load', 'load', 'start'])
  profileStore.set(null)
  expect(events).toEqual(['load', 'load', 'load', 'start', 'stop'])
  // A session that has ended before the code comes starts nothing.
  profileStore.set(claims)
  profileStore.set(null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(events.slice(5)).toEqual(['load'])
})
