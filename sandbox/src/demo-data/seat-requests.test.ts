import { seats } from '@agency-support/contract/modules/seats'
import { expect, test } from 'vitest'
import { demoSeatRequests } from './seat-requests.ts'

const now = new Date('2026-11-20T09:00:00Z')
const requests = [...demoSeatRequests([6938, 8951, 12345], 7, now)]

test('the history has requests in all statuses, each as the contract takes one', () => {
  expect(requests).toHaveLength(150)
  expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([1, 2, 4]))
  for (const request of requests)
    expect(seats.fileRequest.input.parse(request)).toMatchObject({ quantity: request.quantity })
})

test('nothing has happened in the future, and nothing was handled before it was asked for', () => {
  for (const { requestedAt, processedAt, status } of requests) {
    expect(requestedAt.getTime()).toBeLessThan(now.getTime())
    const handled = processedAt?.getTime() ?? (status === 1 ? requestedAt.getTime() : Number.NaN)
    expect(handled).toBeGreaterThanOrEqual(requestedAt.getTime())
    expect(handled).toBeLessThanOrEqual(now.getTime())
  }
})

test('the same seed gives the same requests', () => {
  expect([...demoSeatRequests([6938, 8951, 12345], 7, now)]).toEqual(requests)
})
