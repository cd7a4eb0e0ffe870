// @vitest-environment jsdom
import { subscription } from '@agency-support/contract/modules/subscription'
import { act, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { repeatWhenBack } from '../../lib/live/repeat-when-back.ts'
import { connection } from '../../lib/requests/connection.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { useCard } from './use-card.ts'

const path = '/api/subscription/billing/6938/billingcycle'

test('a card shows its data, and asks again when it is told to', async () => {
  let answer: ReturnType<typeof done> | number = refused(503, 'It cannot be reached.', { exception: '17a' })
  const server = await answeringCalls({ [path]: () => answer })
  const { result } = mountHook(() => useCard(subscription.billing, 6938))
  expect(result.current).toMatchObject({ data: undefined, failure: undefined, asking: true })
  await waitFor(() => expect(result.current.asking).toBe(false))
  expect(result.current).toMatchObject({
    data: undefined,
    failure: { code: 503, message: 'It cannot be reached.', exception: '17a' },
  })
  answer = done({ billingCycle: 'Monthly' })
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.data).toEqual({ billingCycle: 'Monthly' }))
  expect([result.current.failure, server.names().length]).toEqual([undefined, 2])
})

test('a card whose answer cannot be read has an internal failure', async () => {
  await answeringServer((_asked, response) => json(response, null))
  const { result } = mountHook(() => useCard(subscription.billing, 6938))
  await waitFor(() => expect(result.current.failure).toBe('internal'))
})

test('a card that got no answer is asked again by itself when the connection is back', async () => {
  let isThere = false
  await answeringServer((_asked, response) =>
    isThere ? json(response, done({ billingCycle: 'Monthly' })) : response.destroy(),
  )
  onTestFinished(repeatWhenBack(queryClient))
  onTestFinished(() => connection.reached())
  const { result } = mountHook(() => useCard(subscription.billing, 6938))
  await waitFor(() => expect(result.current.failure).toBe('internal'))
  connection.unreachable()
  isThere = true
  act(() => connection.reached())
  await waitFor(() => expect(result.current.data).toEqual({ billingCycle: 'Monthly' }))
})

test.each([
  ['a provider’s failure', refused(503, 'It cannot be reached.', { exception: '17a' })],
  ['a failure of the server', 500],
])('what a card has read stays when it is read again and there is %s', async (_, failing) => {
  let answer: ReturnType<typeof done> | number = done({ billingCycle: 'Monthly' })
  const server = await answeringCalls({ [path]: () => answer })
  const { result } = mountHook(() => useCard(subscription.billing, 6938))
  await waitFor(() => expect(result.current.data).toEqual({ billingCycle: 'Monthly' }))
  answer = failing
  await act(() => queryClient.invalidateQueries())
  expect(result.current).toMatchObject({
    data: { billingCycle: 'Monthly' },
    failure: undefined,
    asking: false,
  })
  expect(server.names()).toHaveLength(2)
  answer = refused(2, 'The back office does not know this agency.')
  await act(() => queryClient.invalidateQueries())
  expect(result.current).toMatchObject({ data: undefined, failure: { code: 2 } })
})
