import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { notify } from '../../components/messages/notify.ts'
import type { Outcome } from '../../lib/requests/api.ts'
import { reportUnshownFailure } from '../../lib/requests/unshown-failure.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { useSendAny } from '../../lib/requests/use-send.ts'

/**
 * Sends calls of this module one at a time, reports failures and refetches everything shown. The outcome does not wait
 * for that: it may hold recovery codes, which are shown this once.
 */
export function useAction() {
  const { run, sending } = useSendAny({ rereads: [secondFactor.status.module] })
  const busy = sending[0]?.call ?? null
  const isHere = useIsHere()
  async function act<C extends ClientCall>(call: C, input: ClientIn<C>): Promise<Outcome<C> | null> {
    if (busy !== null) return null
    const outcome = await run(call, input)
    if (outcome.kind !== 'ok') (isHere.current ? notify.error : reportUnshownFailure)(outcome.message)
    return outcome
  }
  return { act, busy }
}
