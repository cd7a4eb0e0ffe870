import { agencies } from '@agency-support/contract/modules/agencies'
import { MutationObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, emptyStorage, json } from '../../../test/answering-server.ts'
import { firstRender } from '../../../test/first-render.tsx'
import { keepWhile } from '../drafts.ts'
import { toSentence } from './api.ts'
import { useOutage } from './outage.ts'
import { queryClient } from './query.ts'
import { onUnshownFailure } from './unshown-failure.ts'
import { type AfterSend, sendOptions, useSend, useSendAny } from './use-send.ts'

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

beforeEach(() => {
  queryClient.clear()
  useOutage.setState(null, true)
})

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

test('an answer is not replaced by that of a read that began before it', async () => {
  await answering(200, 0, ['renamed'])
  const { client, mutate } = writer({ updates: one })
  const late = Promise.withResolvers<string>()
  const reads = [late.promise, Promise.resolve('as it is')]
  const leave = new QueryObserver(client, { queryKey: one, queryFn: () => reads.shift() }).subscribe(() => {})
  await mutate()
  late.resolve('as it was')
  await vi.waitFor(() => expect(client.getQueryData(one)).toBe('as it is'))
  leave()
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
  const listener = vi.fn()
  observer.subscribe(notifyManager.batchCalls(listener))
  const nextTask = new Promise((resolve) => setTimeout(resolve))
  const sent = observer.mutate(rename)
  await nextTask
  expect(listener).toHaveBeenCalled()
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

test('a form that has sent nothing is not busy and has no problem', () => {
  const nothing = { busy: false, sending: [], failing: null, problem: null }
  expect(firstRender(() => useSend(agencies.updateName))).toMatchObject(nothing)
  expect(firstRender(() => useSendAny())).toMatchObject(nothing)
})

test('a form’s write goes to its call, and tells the form how it ended', async () => {
  const asked = await answering(200, 7)
  const { run } = firstRender(() => useSend(agencies.updateName))
  expect(await run(rename.input)).toMatchObject({ kind: 'refused', code: 7, message: 'Said so.' })
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { command: 'UpdateAgencyName', ...rename.input },
  ])
})

test('a write with a function of its own is made by it, and followed by the same reads', async () => {
  const asked = await answering(200, 0)
  const client = new QueryClient()
  for (const key of [list, one]) client.setQueryData(key, 'as it was')
  const make = vi.fn(() => Promise.resolve({ kind: 'none', message: 'Done already.' } as const))
  const { run } = firstRender(() => useSend(agencies.updateName, { rereads: list }, make), client)
  expect(await run(rename.input)).toEqual({ kind: 'none', message: 'Done already.' })
  expect(make.mock.calls).toEqual([[rename.input]])
  expect(asked).toEqual([])
  expect([client.getQueryState(list)?.isInvalidated, client.getQueryState(one)?.isInvalidated]).toEqual([
    true,
    false,
  ])
})

test('while the form is on the screen its failure is shown there and nowhere else', async () => {
  const reported = vi.fn()
  onUnshownFailure(reported)
  vi.stubGlobal('sessionStorage', emptyStorage())
  await answering(500, 99)
  const { run } = firstRender(() => useSend(agencies.updateName, { unclear: 'The name was not saved.' }))
  expect(await keepWhile('name', 'Lee', () => run(rename.input))).toMatchObject({
    kind: 'failed',
    status: 500,
  })
  expect(reported).not.toHaveBeenCalled()
  expect(sessionStorage).toHaveLength(0)
})

test.each([
  ['shows its failure tells what the server says about itself, and no banner does', 'Not saved.', null],
  ['does not leaves that to the banner', undefined, 'Said so.'],
])('a form that %s', async (_what, unclear, said) => {
  await answering(503, 503)
  const { run } = firstRender(() => useSend(agencies.updateName, unclear === undefined ? {} : { unclear }))
  const outcome = await run(rename.input)
  expect(outcome.kind !== 'ok' && toSentence(outcome, 'Unclear.')).toBe(
    said === null ? 'Said so.' : 'Unclear.',
  )
  expect(useOutage.getState()?.sentence ?? null).toBe(said)
})
