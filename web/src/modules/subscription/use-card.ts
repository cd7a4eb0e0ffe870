import type { Received } from '@agency-support/contract/answer'
import type { ClientIn } from '@agency-support/contract/call'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'
import { type CardCall, type Failure, toFailure } from './to-failure.ts'

/** What a card has to show, and how it is asked for once more. */
export interface CardAnswer<T> {
  data: T | undefined
  failure: Failure | undefined
  asking: boolean
  retry: () => void
}

/** Asks for what a card shows. A failure is data here as well: the card shows its parts. */
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
