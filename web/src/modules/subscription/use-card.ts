import type { Received } from '@agency-support/contract/answer'
import type { ClientIn } from '@agency-support/contract/call'
import { useQuery } from '@tanstack/react-query'
import { type Outcome, send } from '../../lib/requests/api.ts'
import { CallFailure, callKey } from '../../lib/requests/query.ts'
import { type CardCall, type Failure, toFailure } from './to-failure.ts'

/** Data or failure of a card, and its retry. */
export interface CardAnswer<T> {
  data: T | undefined
  failure: Failure | undefined
  asking: boolean
  retry: () => void
}

/**
 * Loads the data of a card. A failure is data here too: the card shows its parts. What was read stays when it is read
 * again in vain.
 */
export function useCard<C extends CardCall>(call: C, agencyId: number): CardAnswer<Received<C['answer']>> {
  const input = { agencyId: String(agencyId) } as ClientIn<C>
  const queryKey = callKey(call, input)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const outcome = await send(call, input, { signal })
      const isRead = client.getQueryData<Outcome<C>>(queryKey)?.kind === 'ok'
      if (isRead && (outcome.kind === 'refused' || outcome.kind === 'failed'))
        throw new CallFailure(outcome.message, {
          fromServer: outcome.kind === 'refused',
          status: outcome.kind === 'refused' ? 200 : outcome.status,
        })
      return outcome
    },
  })
  return {
    data: data?.kind === 'ok' ? data.data : undefined,
    failure: data === undefined && error !== null ? 'internal' : toFailure(data),
    asking: isFetching,
    retry: () => void refetch(),
  }
}
