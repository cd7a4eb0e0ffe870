import { afterEach, expect, test, vi } from 'vitest'
import { AgencyEventBus } from './event-bus.ts'

afterEach(() => void vi.useRealTimers())

const queued = new Set(['made.queued'])
const row = (agencyId: number | null, event = 'made.queued') => ({ agencyId, event })
const publish = (bus: AgencyEventBus, ...rows: ReturnType<typeof row>[]): void =>
  bus.publish({ rows, burst: false })

test('whoever waits hears of its own agency and its own events only', async () => {
  const bus = new AgencyEventBus()
  using subscription = bus.subscribe(1, queued)
  publish(bus, row(2), row(null), row(1, 'made.other'))
  expect(await subscription.waitFor(1)).toBe(false)
  const waiting = subscription.waitFor(10_000)
  publish(bus, row(1))
  expect(await waiting).toBe(true)
  expect(await subscription.waitFor(1)).toBe(false)
})

test('what happens between listening and waiting is not missed', async () => {
  const bus = new AgencyEventBus()
  using subscription = bus.subscribe(1, queued)
  publish(bus, row(1))
  // Must resolve immediately and leave no timer.
  vi.useFakeTimers()
  const onEnd = vi.fn<(happened: boolean) => void>()
  void subscription.waitFor(10_000).then(onEnd)
  await Promise.resolve()
  await Promise.resolve()
  expect([onEnd.mock.calls, vi.getTimerCount()]).toEqual([[[true]], 0])
})

test('a wait ends with its time and not before, and leaves no timer behind when it is woken', async () => {
  vi.useFakeTimers()
  const bus = new AgencyEventBus()
  using subscription = bus.subscribe(1, queued)
  const ended = vi.fn<(happened: boolean) => void>()
  void subscription.waitFor(10_000).then(ended)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.mock.calls).toEqual([[false]])
  const waiting = subscription.waitFor(10_000)
  publish(bus, row(1))
  expect([await waiting, vi.getTimerCount()]).toEqual([true, 0])
})

test('a burst wakes everybody: not all of its rows were read', async () => {
  const bus = new AgencyEventBus()
  using one = bus.subscribe(1, queued)
  using other = bus.subscribe(2, queued)
  const waiting = [one.waitFor(10_000), other.waitFor(10_000)]
  bus.publish({ rows: [], burst: true })
  expect(await Promise.all(waiting)).toEqual([true, true])
})

test('who has left hears nothing, and the others go on hearing', async () => {
  const bus = new AgencyEventBus()
  const gone = bus.subscribe(1, queued)
  using stays = bus.subscribe(1, queued)
  gone[Symbol.dispose]()
  publish(bus, row(1))
  expect(await gone.waitFor(1)).toBe(false)
  expect(await stays.waitFor(10_000)).toBe(true)
})

test('who leaves twice takes nobody along who came after', async () => {
  const bus = new AgencyEventBus()
  const gone = bus.subscribe(1, queued)
  gone[Symbol.dispose]()
  using stays = bus.subscribe(1, queued)
  gone[Symbol.dispose]()
  const waiting = stays.waitFor(1)
  publish(bus, row(1))
  expect(await waiting).toBe(true)
})

test('the end wakes those who wait, and those who come later do not wait', async () => {
  const bus = new AgencyEventBus()
  using subscription = bus.subscribe(1, queued)
  const waiting = subscription.waitFor(10_000)
  bus.stop()
  expect(await waiting).toBe(false)
  using late = bus.subscribe(1, queued)
  vi.useFakeTimers()
  expect(await late.waitFor(10_000)).toBe(false)
  expect([subscription.ended, late.ended]).toEqual([true, true])
})
