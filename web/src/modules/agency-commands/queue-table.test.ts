import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { expect, test, vi } from 'vitest'
import { queueTable } from './queue-table.tsx'

test('commands sort by their age, whether they have ended or are under way', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  const age = queueTable.columns.find(({ id }) => id === 'age')
  const at = (created: string, finishedAt: string | null) =>
    age?.value({ created, finishedAt } as QueuedCommand) as number
  const minutes = [
    at('2026-11-20T11:59:00Z', null),
    at('2026-11-20T08:00:00Z', '2026-11-20T08:10:00Z'),
    at('2026-11-20T11:00:00Z', null),
    at('2026-11-19T12:00:00Z', null),
  ].map((ms) => ms / 60_000)
  expect(minutes).toEqual([1, 240, 60, 1440])
  vi.useRealTimers()
})
