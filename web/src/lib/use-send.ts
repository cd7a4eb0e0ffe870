import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { mutationOptions, type QueryKey, useMutation } from '@tanstack/react-query'
import { type Outcome, send, toSentence } from './api.ts'

export interface AfterSend {
  /** Failure text if the server sends no sentence. */
  unclear?: string
  /** Queries invalidated after every answer, whatever the outcome. */
  rereads?: QueryKey
  /** The query that takes the answer as its new data; it is invalidated if the call is refused. */
  updates?: QueryKey
}

/**
 * A write of the contract; `make` replaces the default `send`, for operations with their own function. `run` sends it
 * and returns its outcome; while it is in flight, `busy` is true and `sent` is its input. `failing` is the last
 * unsuccessful outcome, `problem` its sentence; `reset` clears both.
 */
export function useSend<C extends AnyCall>(
  call: C,
  after: AfterSend = {},
  make?: (input: ClientIn<C>) => Promise<Outcome<C>>,
) {
  const { run, sent, ...state } = useSendAny(after)
  return {
    ...state,
    run: (input: ClientIn<C>) => run(call, input, make),
    sent: (sent?.input ?? null) as ClientIn<C> | null,
  }
}

/** The same for one of several calls, chosen at each `run`. */
export function useSendAny(after: AfterSend = {}) {
  const { mutateAsync, isPending, variables, data, reset } = useMutation(sendOptions(after))
  const failing = data === undefined || data.kind === 'ok' ? null : data
  return {
    run: <C extends AnyCall>(
      call: C,
      input: ClientIn<C>,
      make: (given: ClientIn<C>) => Promise<Outcome<C>> = (given) => send(call, given),
    ) => mutateAsync({ call, input, make: () => make(input) }) as Promise<Outcome<C>>,
    busy: isPending,
    sent: isPending ? variables : null,
    failing,
    problem: failing && toSentence(failing, after.unclear ?? failing.message),
    reset,
  }
}

interface Sent {
  call: AnyCall
  input: ClientIn<AnyCall>
  make?: () => Promise<Outcome<AnyCall>>
}

/** How a write is sent, and which queries are updated or invalidated afterwards. */
export function sendOptions({ rereads, updates }: AfterSend) {
  return mutationOptions({
    mutationFn: ({ call, input, make }: Sent) => (make === undefined ? send(call, input) : make()),
    onSettled: (outcome, _error, _variables, _context, { client }) => {
      if (rereads !== undefined) void client.invalidateQueries({ queryKey: rereads })
      if (updates === undefined) return
      if (outcome?.kind === 'ok') client.setQueryData(updates, outcome.data)
      if (outcome?.kind === 'refused') void client.invalidateQueries({ queryKey: updates })
    },
  })
}
