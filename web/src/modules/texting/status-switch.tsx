import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { productStatuses } from '@agency-support/contract/rules/product-statuses'
import { incompleteSentence, textingKey } from '@agency-support/contract/rules/texting'
import { useQuery } from '@tanstack/react-query'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useMissingReason } from '../../components/missing-reason.ts'
import { callKey, callQuery } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { LiveSwitch } from '../../ui/live-switch.tsx'
import { tabMessages } from './tab-messages.ts'
import { ReadFact } from './read-fact.tsx'
import styles from './texting-tab.module.css'

interface StatusSwitchProps {
  agencyId: number
  /** The agency has a number and a campaign. */
  complete: boolean
  /** Bandwidth has refused the campaign: the switch still works (D-59), but texting may not. */
  refused: boolean
}

/** Enables and disables texting; requires a number and a campaign. */
export function StatusSwitch({ agencyId, complete, refused }: StatusSwitchProps) {
  const asked = { agencyId, productKey: textingKey }
  const query = useQuery(callQuery(texting.productStatus, asked))
  const { run, busy } = useSend(texting.setProductStatus, { updates: callKey(texting.productStatus, asked) })
  const missing = useMissingReason([P.CanManageTexting])
  const isRefused = complete && refused
  const isOn = query.data?.status === 0
  const notPermitted = missing === undefined ? undefined : `${tabMessages.notPermitted} ${missing}`

  async function change(next: boolean) {
    const outcome = await run({ ...asked, status: next ? 0 : 1 })
    if (outcome.kind === 'ok') {
      if (next && isRefused)
        return notifyAgency.error(`${tabMessages.enabled} ${tabMessages.campaignRefused}`)
      return notifyAgency.ok(next ? tabMessages.enabled : tabMessages.disabled)
    }
    notifyAgency.error(tabMessages.statusFailed(outcome.message))
  }
  return (
    <ReadFact query={query} toText={() => tabMessages.wentWrong}>
      <div className={styles.lines}>
        <LiveSwitch
          label={productStatuses[isOn ? 0 : 1].label}
          tip="Texting product status"
          on={isOn}
          busy={busy}
          disabledReason={notPermitted ?? (complete ? undefined : incompleteSentence)}
          onCommit={(next) => void change(next)}
        />
        {isRefused && <span className={styles.failure}>{tabMessages.campaignRefused}</span>}
      </div>
    </ReadFact>
  )
}
