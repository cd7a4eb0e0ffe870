import type { Received } from '@agency-support/contract/answer'
import type { ClientIn } from '@agency-support/contract/call'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { type CardCall, type Failure, toFailure } from './to-failure.ts'

/** Data or failure of a card, and its retry. */
export interface CardAnswer<T> {
  data: T | undefined
  failure: Failure | undefined
  asking: boolean
  retry: () => void
}

/** Loads the data of a card. A failure is data here too: the card shows its parts. */
export function useCard<C extends CardCall>(call: C, agencyId: number): CardAnswer<Received<C['answer']>> {
  const input = { agencyId: String(agencyId) } as ClientIn<C>
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
  })
  return {
    data: data?.kind === 'ok' ? data.data : undefined,
    failure: error === null ? toFailure(data) : 'internal',
    asking: isFetching,
    retry: () => void refetch(),
  }
}
