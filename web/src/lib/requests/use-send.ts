import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import { mutationOptions, type QueryKey, useMutation, useMutationState } from '@tanstack/react-query'
import { useId } from 'react'
import { type Failing, type Outcome, send, toSentence } from './api.ts'
import { clearRefusal } from './clear-refusal.ts'
import { beginSave, offerDrafts, presentDrafts } from '../drafts.ts'
import { profileStore } from '../profile.ts'
import { repeatReads } from './query.ts'
import { reportUnshownFailure } from './unshown-failure.ts'
import { useIsHere } from '../use-is-here.ts'

export interface AfterSend {
  /**
   * Failure text if the server sends no sentence; undefined if the caller handles failures itself. If it is given, the
   * form shows `problem`, which describes an outage in place of the banner, and a failure that arrives after the form is
   * gone is reported in a message and its drafts are offered again.
   */
  unclear?: string
  /** False while the form is mounted but out of sight, as under another tab: a failure is then reported in a message too. */
  isShown?: () => boolean
  /** Queries invalidated after every answer, whatever the outcome. */
  rereads?: QueryKey
  /** The query that takes the answer as its new data; it is invalidated if the call is refused. */
  updates?: QueryKey
}

/** A lost session and a missing permission open a screen that says so. */
const opensErrorScreen = (outcome: Failing): boolean =>
  outcome.kind === 'failed' && (outcome.status === 401 || outcome.status === 403)

/**
 * A write of the contract; `make` replaces the default `send`, for operations with their own function. `run` sends it
 * and returns its outcome; while any is in flight, `busy` is true and `sending` holds their inputs. `failing` is the
 * last unsuccessful outcome, `problem` its sentence; `reset` clears both, `clearRefusal` those that an edit makes untrue.
 */
export function useSend<C extends ClientCall>(
  call: C,
  after: AfterSend = {},
  make?: (input: ClientIn<C>) => Promise<Outcome<C>>,
) {
  const { run, sending, ...state } = useSendAny(after)
  return {
    ...state,
    run: (input: ClientIn<C>) => run(call, input, make),
    sending: sending.map(({ input }) => input as ClientIn<C>),
  }
}

/** The same for one of several calls, chosen at each `run`. */
export function useSendAny(after: AfterSend = {}) {
  const mutationKey = [useId()]
  const { mutateAsync, data, reset } = useMutation({ ...sendOptions(after), mutationKey })
  // The mutation knows only the last of several that are in flight, such as for two rows of a table.
  const sending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Sent,
  })
  const failing = data === undefined || data.kind === 'ok' ? null : data
  const isHere = useIsHere()
  return {
    run: async <C extends ClientCall>(
      call: C,
      input: ClientIn<C>,
      make: (given: ClientIn<C>) => Promise<Outcome<C>> = (given) =>
        send(call, given, { showsOutage: after.unclear !== undefined }),
    ): Promise<Outcome<C>> => {
      const person = profileStore.get()?.hsUserName ?? null
      const drafts = presentDrafts()
      const endSave = beginSave(drafts)
      const outcome = await mutateAsync({ call, input, make: () => make(input) })
      endSave(outcome.kind !== 'failed' || outcome.status !== 0)
      if (after.unclear !== undefined && outcome.kind !== 'ok' && !opensErrorScreen(outcome)) {
        if (!isHere.current) offerDrafts(person, drafts)
        if (!isHere.current || after.isShown?.() === false)
          reportUnshownFailure(toSentence(outcome, after.unclear))
      }
      return outcome as Outcome<C>
    },
    busy: sending.length > 0,
    sending,
    failing,
    problem: failing && toSentence(failing, after.unclear ?? failing.message),
    reset,
    /** For `onEdit` of a form. */
    clearRefusal: () => clearRefusal({ failing, reset }),
  }
}

interface Sent {
  call: ClientCall
  input: ClientIn<ClientCall>
  make?: () => Promise<Outcome<ClientCall>>
}

/** How a write is sent, and which queries are updated or invalidated afterwards. */
export function sendOptions({ rereads, updates }: AfterSend) {
  return mutationOptions({
    mutationFn: ({ call, input, make }: Sent) => (make === undefined ? send(call, input) : make()),
    onSettled: (outcome, _error, _variables, _context, { client }) => {
      if (rereads !== undefined) void client.invalidateQueries({ queryKey: rereads })
      if (updates === undefined) return
      if (outcome?.kind === 'ok') {
        client.setQueryData(updates, outcome.data)
        repeatReads(client, updates)
      }
      if (outcome?.kind === 'refused') void client.invalidateQueries({ queryKey: updates })
    },
  })
}
