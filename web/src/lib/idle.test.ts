import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import type * as Idle from './idle.ts'

const minute = 60_000

// Each test gets its own page, because the module remembers the last input.
let idle: typeof Idle
let page: EventTarget
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 9) })
  vi.resetModules()
  idle = await import('./idle.ts')
  page = new EventTarget()
  idle.watchInput(page)
})
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds)

describe('the time without input', () => {
  test('runs from the start of the page, in whole seconds', () => {
    expect(idle.idleSeconds()).toBe(0)
    pass(29 * minute + 999)
    expect(idle.idleSeconds()).toBe(29 * 60)
    pass(1)
    expect(idle.idleSeconds()).toBe(29 * 60 + 1)
  })

  test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])('ends with %s', (type) => {
    pass(29 * minute)
    page.dispatchEvent(new Event(type))
    expect(idle.idleSeconds()).toBe(0)
    pass(minute)
    expect(idle.idleSeconds()).toBe(60)
  })

  test.each(['focus', 'scroll', 'visibilitychange', 'load', 'message'])(
    'goes on through %s, which a page does by itself',
    (type) => {
      pass(29 * minute)
      page.dispatchEvent(new Event(type))
      expect(idle.idleSeconds()).toBe(29 * 60)
    },
  )

  test('is none when the clock was set back', () => {
    pass(-minute)
    expect(idle.idleSeconds()).toBe(0)
  })

  test('is sent with every request, and requests do not end it', async () => {
    const asked = await answeringServer((_asked, response) => json(response, {}))
    const { get, post } = await import('./requests/http.ts')
    const lastIdle = (): unknown => asked.at(-1)?.headers['x-idle-seconds']
    pass(29 * minute)
    await get('/api/request')
    expect(lastIdle()).toBe('1740')
    pass(minute)
    await post('/api/request', {})
    expect(lastIdle()).toBe('1800')
    page.dispatchEvent(new Event('keydown'))
    await get('/api/request')
    expect(lastIdle()).toBe('0')
  })
})
