import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '../../components/notify.ts'
import type { Outcome } from '../../lib/api.ts'
import { useSendAny } from '../../lib/use-send.ts'

/** Sends calls of this module one at a time, reports failures and refetches everything shown. */
export function useAction() {
  const queries = useQueryClient()
  const { run, sent } = useSendAny()
  const busy = sent?.call ?? null
  async function act<C extends AnyCall>(call: C, input: ClientIn<C>): Promise<Outcome<C> | null> {
    if (busy !== null) return null
    const outcome = await run(call, input)
    if (outcome.kind !== 'ok') notify.error(outcome.message)
    await queries.invalidateQueries({ queryKey: [call.module] })
    return outcome
  }
  return { act, busy }
}
