// @vitest-environment jsdom
import { subscription } from '@agency-support/contract/modules/subscription'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { mountHook } from '../../../test/mounted.tsx'
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
