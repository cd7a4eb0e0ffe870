import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { mutationOptions, type QueryKey, useMutation } from '@tanstack/react-query'
import { type Outcome, send, toSentence } from './api.ts'

export interface AfterSend {
  /** Says what went wrong where the server gives no sentence; left out: whatever came. */
  unclear?: string
  /** What is read again after each answer, whatever it was. */
  rereads?: QueryKey
  /** The read whose new value the answer is; it is read again when the call is refused. */
  updates?: QueryKey
}

/**
 * A write of the contract, made by `make` where an operation of its own does. `run` makes it and gives its outcome; `busy` while it is under way, `sent` is what was given to
 * it for as long; `failing` is the last outcome where it was no success, `problem` its sentence. `reset` forgets both.
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

/** The same for one of several calls, named at each `run`. */
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

/** How a write is made, and what is read again after it. */
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
