import {
  agencies,
  type AgencyConfig,
  storageModes,
  storageSentences,
} from '@agency-support/contract/modules/agencies'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import { useState } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { Button } from '../../ui/button.tsx'
import { LiveSelect } from '../../ui/live-select.tsx'
import { UndoButton } from '../../components/messages/undo-button.tsx'
import { useUndo } from '../../components/messages/use-undo.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import styles from './config-tab.module.css'
import { agencyMessages } from './messages.ts'

const getLabel = (mode: number): string =>
  storageModes.find(({ value }) => value === mode)?.label ?? String(mode)

/** The selectable modes; one set by a systems flag is listed while it is current. */
function choicesFor(current: number) {
  return storageModes
    .filter(({ value, settable }) => settable || value === current)
    .map(({ value, label }) => ({ value: Number(value), label }))
}

interface StorageModeProps {
  agency: AgencyConfig
  /** Called when the storage has been set up again. */
  onSetUp: () => void
}

/** Storage mode, saved immediately, and retrying the storage setup. */
export function StorageMode({ agency, onSetUp }: StorageModeProps) {
  const { agencyId, storageMode, version } = agency
  const saving = useSend(agencies.updateStorageMode, { updates: callKey(agencies.config, { agencyId }) })
  const retrying = useSend(agencies.retryStorageSetup)
  const undo = useUndo(storageMode)

  /** True if it was saved. */
  async function save(mode: number): Promise<boolean> {
    const outcome = await saving.run({ agencyId, mode, version })
    if (outcome.kind === 'ok') notifyAgency.ok(agencyMessages.storageModeUpdated)
    else notifyAgency.error(toSentence(outcome, agencyMessages.wentWrong))
    return outcome.kind === 'ok'
  }

  async function commit(mode: number) {
    if (await save(mode)) undo.remember(mode)
  }

  async function goBack(to: number) {
    if (await save(to)) undo.forget()
  }

  async function retry() {
    const outcome = await retrying.run({ agencyId })
    if (outcome.kind !== 'ok') return notifyAgency.error(toSentence(outcome, agencyMessages.wentWrong))
    onSetUp()
    notifyAgency.ok(storageSentences.restarted)
  }

  const isSettable = (mode: number) => storageModes.some(({ value, settable }) => value === mode && settable)
  const from = undo.from !== null && isSettable(undo.from) ? undo.from : null
  return (
    <div id="agency-storage" className={styles.status}>
      <LiveSelect
        label="Storage mode"
        visibleLabel
        value={storageMode}
        choices={choicesFor(storageMode)}
        onCommit={(mode) => void commit(mode)}
        busy={saving.busy}
      />
      <Button busy={retrying.busy} onClick={() => void retry()}>
        Retry Setup
      </Button>
      {from !== null && (
        <UndoButton busy={saving.busy} onClick={() => void goBack(from)}>
          {`Undo: back to ${getLabel(from)}`}
        </UndoButton>
      )}
    </div>
  )
}

interface StorageCheckProps {
  agency: AgencyConfig
  /** How often the storage has been set up again here. */
  setUps: number
}

/** Tests the storage of the agency and shows the result until the storage is another. */
export function StorageCheck({ agency, setUps }: StorageCheckProps) {
  const { agencyId, storageMode, poolId } = agency
  const { run, busy } = useSend(agencies.checkStorage)
  const [lastCheck, setLastCheck] = useState<{ storage: string; ok: boolean; text: string } | null>(null)
  const storage = `${storageMode} ${poolId} ${setUps}`

  async function check() {
    setLastCheck(null)
    const outcome = await run({ agencyId })
    setLastCheck(
      outcome.kind === 'ok'
        ? { storage, ok: true, text: storageSentences.connected }
        : { storage, ok: false, text: toSentence(outcome, agencyMessages.wentWrong) },
    )
  }

  const result = lastCheck?.storage === storage ? lastCheck : null
  const Icon = result?.ok === true ? CircleCheck : OctagonAlert
  return (
    // Without a result only the label would be on paper.
    <div id="agency-storage-check" className={styles.check} data-print={result === null ? 'hide' : undefined}>
      <span className={styles.account}>Storage account</span>
      <Button busy={busy} onClick={() => void check()}>
        Check
      </Button>
      <output className={styles.result} data-ok={result?.ok}>
        {result !== null && (
          <>
            <Icon aria-hidden="true" />
            {result.text}
          </>
        )}
      </output>
    </div>
  )
}
