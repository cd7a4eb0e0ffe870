import type { Received } from '@agency-support/contract/answer'
import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import {
  notifyManager,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { type Outcome, send, type SendOptions } from './api.ts'

/** A read that returned no data; `fromServer`: the message is the server's sentence, not the HTTP wrapper's. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly fromServer: boolean
  readonly status: number
  /** The server's request id; undefined if it did not answer. */
  readonly requestId: string | undefined
  constructor(message: string, options: { fromServer: boolean; status: number; requestId?: string }) {
    super(message)
    this.fromServer = options.fromServer
    this.status = options.status
    this.requestId = options.requestId
  }
}

/** Data of a read: a list, or an item that is null if there is none (code 2). */
export type Loaded<C extends ClientCall> =
  Received<C['answer']> extends unknown[] ? Received<C['answer']> : Received<C['answer']> | null

/** The query key of a read: `[module, call, input]`. */
export function callKey<C extends ClientCall>(call: C, input: ClientIn<C>) {
  return [call.module, call.name, input] as const
}

/** Sends a read; throws CallFailure if there is no data. */
export async function load<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  signal: AbortSignal,
): Promise<Loaded<C>> {
  return loaded(call, await send(call, input, { signal }))
}

const tooMany = 429
const maxTurns = 12

/** A heavy read that is refused because others are running is retried at random intervals until its turn comes. */
const untilItsTurn = {
  retry: (times: number, error: Error) =>
    error instanceof CallFailure && error.status === tooMany && times < maxTurns,
  retryDelay: () => 2_500 + 5_000 * Math.random(),
}

/**
 * Query key and function of a read for `useQuery`; `make` replaces the default `send`, for operations with their own
 * function.
 */
export function callQuery<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  make: (options: SendOptions) => Promise<Outcome<C>> = (options) => send(call, input, options),
) {
  return queryOptions({
    queryKey: callKey(call, input),
    queryFn: async ({ signal }) => loaded(call, await make({ signal })),
    ...(call.heavy ? untilItsTurn : {}),
  })
}

/** The same with the envelope's message, for an answer that may carry a remark; cached apart from the bare data. */
export function remarkedQuery<C extends ClientCall>(call: C, input: ClientIn<C>) {
  return queryOptions({
    queryKey: [...callKey(call, input), 'remarked'] as const,
    queryFn: async ({ signal }) => {
      const outcome = await send(call, input, { signal })
      return { data: loaded(call, outcome), remark: outcome.kind === 'ok' ? outcome.message : '' }
    },
    ...(call.heavy ? untilItsTurn : {}),
  })
}

/**
 * Prefetches a read of a screen in parallel with the screen's code; a heavy one is left to the screen, and so is one
 * whose failure is on screen already: read again unasked, it would take Try again away from under the pointer. Resolves
 * when the read ends, even if it fails.
 */
export async function beginRead<C extends ClientCall>(call: C, input: ClientIn<C>): Promise<void> {
  const query = callQuery(call, input)
  const shown = queryClient.getQueryCache().find({ queryKey: query.queryKey, type: 'active' })
  if (!call.heavy && !shown?.state.error) await queryClient.prefetchQuery(query)
}

function loaded<C extends ClientCall>(call: C, outcome: Outcome<C>): Loaded<C> {
  switch (outcome.kind) {
    case 'ok':
      // One item was promised, and none came.
      if (outcome.data === undefined) throw new CallFailure('', { fromServer: false, status: 200 })
      return outcome.data as Loaded<C>
    case 'none':
      return (call.answer.form === 'many' || call.answer.form === 'streamed' ? [] : null) as Loaded<C>
    case 'refused':
      throw new CallFailure(outcome.message, { fromServer: true, status: 200 })
    case 'failed':
      throw new CallFailure(outcome.message, { ...outcome, fromServer: outcome.status === 400 })
  }
}

/** Whether a first read has failed, also while it is tried again: what needs no answer is shown then. */
export const wasUnread = ({
  data,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'errorUpdateCount'>): boolean => data === undefined && errorUpdateCount > 0

/** The server's sentence for a failed read, or the given fallback text. */
export function failureText(error: Error | null, fallback: string): string | null {
  if (error === null) return null
  const said = error instanceof CallFailure && error.fromServer ? error.message : ''
  return said || fallback
}

/** The message of a failed read, whoever wrote it (spec-002 §8), or the given text if it has none. */
export function errorText(error: Error | null, fallback: string): string | null {
  return error && (error.message || fallback)
}

/** The id under which a failed read is found in the server's log; null if the server did not answer. */
export function failedRequestId(error: Error | null): string | null {
  return error instanceof CallFailure ? (error.requestId ?? null) : null
}

/**
 * Data stays fresh for a minute or until a live hint invalidates it. Failures are shown instead of retried, and an
 * offline request fails immediately instead of waiting silently.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // Requests and answers, such as a new password, are discarded with the screen that sent them.
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

/** Starts the reads under way again after a write: they may have been answered before it. */
export function repeatReads(client: QueryClient, queryKey: QueryKey): void {
  void client.refetchQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** Replaces what a write has changed in the cached reads whose key begins so. */
export function replaceData<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (before: Data) => Data,
): void {
  client.setQueriesData<Data>({ queryKey }, (before) => (before === undefined ? undefined : change(before)))
  repeatReads(client, queryKey)
}

// A pressed button must be busy before the next press arrives; by default the update is scheduled as a separate task.
notifyManager.setScheduler(queueMicrotask)
