import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { incompleteSentence, textingKey } from '@agency-support/contract/rules/texting'
import { useQuery } from '@tanstack/react-query'
import { notifyAgency } from '../../components/notify.ts'
import { useMissingReason } from '../../components/permission-gate.tsx'
import { callKey, callQuery } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import { LiveSwitch } from '../../ui/live-switch.tsx'
import { tabMessages } from './tab-messages.ts'
import { ReadFact } from './read-fact.tsx'

/** Enables and disables texting; requires a number and a campaign. */
export function StatusSwitch({ agencyId, complete }: { agencyId: number; complete: boolean }) {
  const asked = { agencyId, productKey: textingKey }
  const query = useQuery(callQuery(texting.productStatus, asked))
  const { run, busy } = useSend(texting.setProductStatus, { updates: callKey(texting.productStatus, asked) })
  const missing = useMissingReason([P.CanManageTexting])
  const isOn = query.data?.status === 0
  const notPermitted = missing === null ? null : `${tabMessages.notPermitted} ${missing}`

  async function change(next: boolean) {
    const outcome = await run({ ...asked, status: next ? 0 : 1 })
    if (outcome.kind === 'ok') return notifyAgency.ok(next ? tabMessages.enabled : tabMessages.disabled)
    notifyAgency.error(tabMessages.statusFailed(outcome.message))
  }
  return (
    <ReadFact query={query} toText={() => tabMessages.wentWrong}>
      <LiveSwitch
        label={isOn ? 'Enabled' : 'Pending'}
        tip="Texting product status"
        on={isOn}
        busy={busy}
        disabledReason={notPermitted ?? (complete ? null : incompleteSentence)}
        onCommit={(next) => void change(next)}
      />
    </ReadFact>
  )
}
