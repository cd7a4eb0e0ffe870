import type { Received } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { type Outcome, send, type SendOptions } from './api.ts'

/** A read that gave no data; `fromServer` tells a sentence of the server's from the wrapper's own. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly fromServer: boolean
  readonly status: number
  /** The server's number for the request; undefined where it did not answer. */
  readonly requestId: string | undefined
  constructor(message: string, options: { fromServer: boolean; status: number; requestId?: string }) {
    super(message)
    this.fromServer = options.fromServer
    this.status = options.status
    this.requestId = options.requestId
  }
}

/** What a read gives: a list, or an item that is null where there is nothing (code 2). */
export type Loaded<C extends AnyCall> =
  Received<C['answer']> extends unknown[] ? Received<C['answer']> : Received<C['answer']> | null

/** Where a read is kept: `[module, call, input]`. */
export function callKey<C extends AnyCall>(call: C, input: ClientIn<C>) {
  return [call.module, call.name, input] as const
}

/** Makes a read; throws CallFailure where there is no data. */
export async function load<C extends AnyCall>(
  call: C,
  input: ClientIn<C>,
  signal: AbortSignal,
): Promise<Loaded<C>> {
  return loaded(call, await send(call, input, { signal }))
}

const tooMany = 429
const maxTurns = 12

/** A heavy read that others are making is asked for again, not all at one moment, until it is its turn. */
const untilItsTurn = {
  retry: (times: number, error: Error) =>
    error instanceof CallFailure && error.status === tooMany && times < maxTurns,
  retryDelay: () => 2_500 + 5_000 * Math.random(),
}

/** Key and function of a read for `useQuery`; `make` makes it where an operation of its own does. */
export function callQuery<C extends AnyCall>(
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

/** The same with the envelope's message, for an answer that may carry a remark. */
export function remarkedQuery<C extends AnyCall>(call: C, input: ClientIn<C>) {
  return queryOptions({
    queryKey: callKey(call, input),
    queryFn: async ({ signal }) => {
      const outcome = await send(call, input, { signal })
      return { data: loaded(call, outcome), remark: outcome.kind === 'ok' ? outcome.message : '' }
    },
    ...(call.heavy ? untilItsTurn : {}),
  })
}

/**
 * Begins a read that a screen will make, so that it comes beside the screen's code; a heavy one is left to the screen.
 * The promise ends with the read, however that ends.
 */
export async function beginRead<C extends AnyCall>(call: C, input: ClientIn<C>): Promise<void> {
  if (!call.heavy) await queryClient.prefetchQuery(callQuery(call, input))
}

function loaded<C extends AnyCall>(call: C, outcome: Outcome<C>): Loaded<C> {
  switch (outcome.kind) {
    case 'ok':
      return outcome.data as Loaded<C>
    case 'none':
      return (call.answer.form === 'many' || call.answer.form === 'streamed' ? [] : null) as Loaded<C>
    case 'refused':
      throw new CallFailure(outcome.message, { fromServer: true, status: 200 })
    case 'failed':
      throw new CallFailure(outcome.message, { ...outcome, fromServer: outcome.status === 400 })
  }
}

/** The server's sentence of a failed read, or the module's own default text. */
export function failureText(error: Error | null, fallback: string): string | null {
  if (error === null) return null
  return error instanceof CallFailure && error.fromServer ? error.message : fallback
}

/** The number by which a failed read is found in the server's log; null where the server did not answer. */
export function failedRequestId(error: Error | null): string | null {
  return error instanceof CallFailure ? (error.requestId ?? null) : null
}

/**
 * Data stays fresh until a live hint or a minute says otherwise. Failures are shown, not hidden by retries,
 * and a request made offline fails at once instead of waiting without a word.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // What was sent and answered, a new password for example, goes with the screen that sent it.
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})

// A pressed button must be busy before the next press arrives; by default that is told in a task of its own.
notifyManager.setScheduler(queueMicrotask)
