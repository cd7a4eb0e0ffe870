import { expect, test } from 'vitest'
import { CallFailure } from '../../lib/requests/query.ts'
import { cardQuery } from './card-query.ts'

const error = new CallFailure('', { fromServer: false, status: 500, requestId: '17a' })
const refetch = () => Promise.resolve()

test('a card has the failure of its first answer, its request and its time', () => {
  expect(cardQuery({ data: undefined, error, errorUpdatedAt: 5, refetch }, 'It is busy')).toMatchObject({
    loading: true,
    error: 'It is busy',
    requestId: '17a',
    failedAt: 5,
  })
})

test('what was read stays when it is read again in vain, also where nothing was found', () => {
  const read = { error, errorUpdatedAt: 5, refetch }
  for (const data of [[], null])
    expect(cardQuery({ ...read, data }, 'It is busy')).toMatchObject({ loading: false, error: null })
})

test('Try again joins a load in flight', () => {
  const asked: unknown[] = []
  const read = { data: undefined, error: null, errorUpdatedAt: 0 }
  cardQuery(
    { ...read, refetch: (options) => (asked.push(options), new Promise(() => undefined)) },
    null,
  ).onRetry()
  expect(asked).toEqual([{ cancelRefetch: false }])
})
