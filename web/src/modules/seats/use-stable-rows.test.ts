// @vitest-environment jsdom
import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountHook } from '../../../test/mounted.tsx'
import { useStableRows } from './use-stable-rows.ts'

const request = (id: number, status: number) => ({ id, status }) as SeatRequest
const notDone = 3
const all = 8

interface Shown {
  requests: readonly SeatRequest[] | undefined
  filter?: number
  fresh?: boolean
}

/** The rows of the report; `live` gives it what the server says now. */
function openReport(shown: Shown) {
  const { result, rerender } = mountHook(
    ({ requests, filter = notDone, fresh = true }: Shown) => useStableRows(requests, filter, fresh),
    shown,
  )
  return {
    live: rerender,
    ids: () => result.current.rows?.map(({ id }) => id),
    rows: () => result.current.rows,
    waiting: () => result.current.waiting,
    refresh: () => act(() => result.current.refresh()),
  }
}

test('a request that is done meanwhile stays in its place, with its new status; a new one waits', () => {
  const report = openReport({ requests: [request(1, 1), request(2, 2), request(3, 4)] })
  expect([report.ids(), report.waiting()]).toEqual([[1, 2], 0])
  report.live({ requests: [request(4, 1), request(5, 4), request(1, 4), request(2, 2), request(3, 4)] })
  expect(report.rows()).toEqual([request(1, 4), request(2, 2)])
  expect(report.waiting()).toBe(1)
  report.refresh()
  expect([report.ids(), report.waiting()]).toEqual([[4, 2], 0])
})

test('another filter shows at once what matches it', () => {
  const requests = [request(1, 1), request(3, 4)]
  const report = openReport({ requests })
  report.live({ requests, filter: all })
  expect(report.ids()).toEqual([1, 3])
  report.live({ requests: [request(1, 4), request(3, 4)], filter: notDone })
  expect(report.ids()).toEqual([])
})

test('rows of an earlier visit are replaced by the first fresh ones', () => {
  const report = openReport({ requests: [request(1, 1)], fresh: false })
  expect(report.ids()).toEqual([1])
  report.live({ requests: [request(2, 1), request(1, 4)] })
  expect([report.ids(), report.waiting()]).toEqual([[2], 0])
})

test('without an answer there are no rows, and none is waiting', () => {
  const report = openReport({ requests: undefined })
  expect([report.rows(), report.waiting()]).toEqual([undefined, 0])
  report.live({ requests: [request(1, 1)] })
  expect(report.ids()).toEqual([1])
})
