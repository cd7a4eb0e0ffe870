import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { type HelperAnswer, helperAnswer } from './helper-answer.ts'

/** Reads a log through its helper, again at each opening; a failure has code 99. */
export function helperQuery<C extends ClientCall>(call: C, input: ClientIn<C>) {
  return queryOptions({
    queryKey: callKey(call, input),
    // The outcome itself is kept, so that one without an answer is repeated when the connection is back.
    queryFn: ({ signal }) => send(call, input, { signal }),
    select: helperAnswer<C>,
    refetchOnMount: 'always',
  })
}

/** True for an answer without a log; code 2, nothing known about the user, is an empty one. */
export function hasFailed(answer: HelperAnswer<ClientCall> | undefined): boolean {
  return answer !== undefined && answer.code !== Code.ok && answer.code !== Code.none
}
