import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { productStatuses } from '@agency-support/contract/rules/product-statuses'
import { incompleteSentence, textingKey } from '@agency-support/contract/rules/texting'
import { useQuery } from '@tanstack/react-query'
import { notifyAgency } from '../../components/messages/notify.ts'
import { UndoButton } from '../../components/messages/undo-button.tsx'
import { useUndo } from '../../components/messages/use-undo.ts'
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
  const status = query.data?.status === 0 ? 0 : 1
  const undo = useUndo(status)
  const notPermitted = missing === undefined ? undefined : `${tabMessages.notPermitted} ${missing}`
  const whyNot = notPermitted ?? (complete ? undefined : incompleteSentence)

  /** True if it was saved. */
  async function save(next: 0 | 1): Promise<boolean> {
    const outcome = await run({ ...asked, status: next })
    if (outcome.kind !== 'ok') notifyAgency.error(tabMessages.statusFailed(outcome.message))
    else if (next === 1) notifyAgency.ok(tabMessages.disabled)
    else if (isRefused) notifyAgency.error(`${tabMessages.enabled} ${tabMessages.campaignRefused}`)
    else notifyAgency.ok(tabMessages.enabled)
    return outcome.kind === 'ok'
  }

  async function commit(next: 0 | 1) {
    if (await save(next)) undo.remember(next)
  }

  async function goBack() {
    if (await save(status === 0 ? 1 : 0)) undo.forget()
  }
  return (
    <ReadFact query={query} toText={() => tabMessages.wentWrong}>
      <div className={styles.lines}>
        <span className={styles.undoable}>
          <LiveSwitch
            label={productStatuses[status].label}
            tip="Texting product status"
            on={status === 0}
            busy={busy}
            disabledReason={whyNot}
            onCommit={(on) => void commit(on ? 0 : 1)}
          />
          {undo.from !== null && whyNot === undefined && (
            <UndoButton busy={busy} onClick={() => void goBack()}>
              Undo
            </UndoButton>
          )}
        </span>
        {isRefused && <span className={styles.failure}>{tabMessages.campaignRefused}</span>}
      </div>
    </ReadFact>
  )
}
