import { expect, test } from 'vitest'
import { plusSeconds } from '../../lib/clock.ts'
import { applyStep, getCurrentState, isSameEnd } from './command-state.ts'
import type { CommandRow } from './store.ts'

const before = new Date('2026-11-20T11:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const at = { now, leaseSeconds: 90 }

const queued: CommandRow = {
  command_id: 7,
  agency_id: 4711,
  command: 'count',
  argument: '',
  state: 'queued',
  reason: null,
  issued_by: 'ann@support.test',
  created_at: before,
  delivered_at: null,
  begun_at: null,
  finished_at: null,
  lease_until: null,
  attempt: 1,
  output: '',
  files: [],
  result: null,
}
const delivered: CommandRow = { ...queued, state: 'delivered', delivered_at: before, lease_until: before }
const running: CommandRow = { ...delivered, state: 'running', begun_at: before }
const end = (outcome: 'succeeded' | 'failed' | 'interrupted', attempt = 1) =>
  ({ kind: 'finish', attempt, outcome, reason: undefined }) as const

test('collecting notes when, and leases from then', () => {
  expect(applyStep(queued, { kind: 'deliver' }, at)).toEqual({
    ...queued,
    state: 'delivered',
    delivered_at: now,
    lease_until: plusSeconds(now, 90),
  })
})

test('the first report on the work notes when it was begun, each one renews the lease', () => {
  const begun = applyStep(delivered, { kind: 'progress', attempt: 1 }, at)
  const lease = { state: 'running', lease_until: plusSeconds(now, 90) }
  expect(begun).toEqual({ ...delivered, ...lease, begun_at: now })
  expect(applyStep(running, { kind: 'progress', attempt: 1 }, at)).toEqual({ ...running, ...lease })
})

test('an end has its instant and no lease', () => {
  const ended = { finished_at: now, lease_until: null }
  expect(applyStep(running, end('succeeded'), at)).toEqual({ ...running, ...ended, state: 'succeeded' })
  expect(applyStep(queued, { kind: 'cancel' }, at)).toEqual({ ...queued, ...ended, state: 'cancelled' })
  expect(applyStep(queued, { kind: 'expire' }, at)).toEqual({ ...queued, ...ended, state: 'expired' })
})

test('a lease that is over takes the command back under the next attempt; that it was begun stays', () => {
  const back = { state: 'queued', attempt: 2, lease_until: null }
  expect(applyStep(running, { kind: 'leaseOver' }, at)).toEqual({ ...running, ...back })
  expect(applyStep(delivered, { kind: 'leaseOver' }, at)).toEqual({ ...delivered, ...back })
})

test('a reason is kept of a failure alone; interrupted is one, reported or found out', () => {
  const unknownCommand = 'unknownCommand' as const
  const reasonAfter = (row: CommandRow, step: Parameters<typeof applyStep>[1]) =>
    applyStep(row, step, at)?.reason
  expect(reasonAfter(running, { ...end('failed'), reason: unknownCommand })).toBe(unknownCommand)
  expect(reasonAfter(running, end('failed'))).toBeNull()
  expect(reasonAfter(running, { ...end('succeeded'), reason: unknownCommand })).toBeNull()
  expect(reasonAfter(running, end('interrupted'))).toBe('interrupted')
  expect(reasonAfter(running, { ...end('interrupted'), reason: unknownCommand })).toBe('interrupted')
  expect(reasonAfter({ ...queued, begun_at: before }, { kind: 'expire' })).toBe('interrupted')
  expect(reasonAfter(queued, { kind: 'expire' })).toBeNull()
  expect(reasonAfter({ ...running, reason: 'kept' }, { kind: 'leaseOver' })).toBe('kept')
})

test('a report of another attempt, or of what is not collected, changes nothing', () => {
  expect(applyStep(running, end('succeeded', 2), at)).toBeUndefined()
  expect(applyStep(queued, end('succeeded'), at)).toBeUndefined()
  expect(getCurrentState({ ...running, attempt: 3 })).toEqual({ state: 'running', attempt: 3 })
})

test('an end reported again is the same only for its attempt and in its way', () => {
  const ended = {
    succeeded: { ...running, state: 'succeeded' },
    failed: { ...running, state: 'failed', reason: 'unknownCommand' },
    interrupted: { ...running, state: 'failed', reason: 'interrupted' },
  } as const
  const outcomes = ['succeeded', 'failed', 'interrupted'] as const
  for (const was of outcomes)
    for (const outcome of outcomes) {
      expect(isSameEnd(ended[was], 1, outcome), `${was}, reported ${outcome}`).toBe(was === outcome)
      expect(isSameEnd(ended[was], 2, outcome)).toBe(false)
    }
  // The reason of an earlier attempt may still be stored while the command runs again.
  for (const outcome of outcomes) {
    expect(isSameEnd(running, 1, outcome)).toBe(false)
    expect(isSameEnd({ ...running, reason: 'interrupted' }, 1, outcome)).toBe(false)
  }
})
