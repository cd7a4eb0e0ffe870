import type { Received } from '@agency-support/contract/answer'
import type { ClientIn } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import type { subscription } from '@agency-support/contract/modules/subscription'
import { useQuery } from '@tanstack/react-query'
import { type Outcome, send } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'

type CardCall = (typeof subscription)[keyof typeof subscription]

/** What an answer said instead of data; ‘internal’: there was no answer. */
export type Failure = 'internal' | { code?: number; message?: string; exception?: string }

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
    failure: error === null ? failureOf(data) : 'internal',
    asking: isFetching,
    retry: () => void refetch(),
  }
}

function failureOf<C extends CardCall>(outcome: Outcome<C> | undefined): Failure | undefined {
  switch (outcome?.kind) {
    case 'none':
      return { code: Code.none, message: outcome.message }
    case 'refused': {
      const { exception } = (outcome.data ?? {}) as { exception?: string }
      return {
        code: outcome.code,
        message: outcome.message,
        ...(exception === undefined ? {} : { exception }),
      }
    }
    case 'failed':
      return outcome.status === 0 ? 'internal' : { code: outcome.status, message: outcome.message }
    default:
      return undefined
  }
}
