import { agencies } from '@agency-support/contract/modules/agencies'
import { MutationObserver, notifyManager, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../test/answering-server.ts'
import { queryClient } from './query.ts'
import { type AfterSend, sendOptions } from './use-send.ts'

const list = ['agencies', 'search', {}]
const one = ['agencies', 'config', { agencyId: 6938 }]
const rename = { call: agencies.updateName, input: { agencyId: 6938, name: 'New Name', version: 1 } }

/** A client with two cached reads, and a function that sends a write through it. */
function writer(after: AfterSend) {
  const client = new QueryClient()
  for (const key of [list, one]) client.setQueryData(key, 'as it was')
  const { mutate } = new MutationObserver(client, sendOptions(after))
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  return { client, mutate: () => mutate(rename), isStale }
}

/** Makes the server answer the write like this. */
const answering = (status: number, code: number, data: unknown[] = []) =>
  answeringServer((_asked, response) => json(response, { code, message: 'Said so.', data }, status))

beforeEach(() => queryClient.clear())

test('an answer is the new value of the read it updates; a refusal has that read again', async () => {
  await answering(200, 0, ['renamed'])
  const done = writer({ updates: one })
  expect(await done.mutate()).toMatchObject({ kind: 'ok' })
  expect(done.client.getQueryData(one)).toBe('renamed')
  expect([done.isStale(one), done.isStale(list)]).toEqual([false, false])

  await answering(200, 7)
  const refused = writer({ updates: one })
  expect(await refused.mutate()).toMatchObject({ kind: 'refused' })
  expect(refused.client.getQueryData(one)).toBe('as it was')
  expect([refused.isStale(one), refused.isStale(list)]).toEqual([true, false])
})

test.each([
  [200, 0],
  [200, 2],
  [200, 7],
  [500, 99],
])('after status %i and code %i the named reads are made again, and no others', async (status, code) => {
  await answering(status, code, ['renamed'])
  const { mutate, isStale } = writer({ rereads: list })
  await mutate()
  expect([isStale(list), isStale(one)]).toEqual([true, false])
})

test('that a write has begun is known before the next press can come', async () => {
  await answering(200, 0)
  const observer = new MutationObserver(queryClient, sendOptions({}))
  const told = vi.fn()
  observer.subscribe(notifyManager.batchCalls(told))
  const nextTask = new Promise((resolve) => setTimeout(resolve))
  const sent = observer.mutate(rename)
  await nextTask
  expect(told).toHaveBeenCalled()
  await sent
})

test('what was sent is forgotten with the screen that sent it', async () => {
  await answering(200, 0)
  const observer = new MutationObserver(queryClient, sendOptions({}))
  const leave = observer.subscribe(() => undefined)
  await observer.mutate(rename)
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1)
  leave()
  await vi.waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]), 30_000)
})
