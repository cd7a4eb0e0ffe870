import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../components/notify.ts'
import { type Outcome, send } from '../../lib/api.ts'

/** Makes calls of this room one at a time, tells what went wrong and has everything shown read again. */
export function useAction() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<AnyCall | null>(null)
  async function act<C extends AnyCall>(call: C, input: ClientIn<C>): Promise<Outcome<C> | null> {
    if (busy !== null) return null
    setBusy(call)
    const outcome = await send(call, input)
    setBusy(null)
    if (outcome.kind !== 'ok') notify.error(outcome.message)
    await queries.invalidateQueries({ queryKey: [call.room] })
    return outcome
  }
  return { act, busy }
}
