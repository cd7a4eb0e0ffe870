import {
  agencies,
  type AgencyConfig,
  agencyStatuses,
  deletingStatus,
} from '@agency-support/contract/modules/agencies'
import { padAgencyId } from '@agency-support/contract/ids'
import { useState } from 'react'
import { useConfirm } from '../../components/confirm.tsx'
import { notifyAgency } from '../../components/notify.ts'
import { LiveSelect } from '../../ui/live-select.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { UndoButton } from '../../components/undo-button.tsx'
import { toSentence } from '../../lib/api.ts'
import { callKey } from '../../lib/query.ts'
import { useSend } from '../../lib/use-send.ts'
import styles from './config-tab.module.css'
import { agencyMessages } from './messages.ts'
import { statusChips } from './status-chips.ts'

const choices = agencyStatuses.map(({ value, label }) => {
  const look = statusChips[value]
  return {
    value: Number(value),
    label,
    ...(look === undefined ? {} : { show: <StatusChip {...look} label={label} /> }),
  }
})

const getLabel = (status: number): string =>
  agencyStatuses.find(({ value }) => value === status)?.label ?? String(status)

/** The agency's status; a choice is saved immediately, Deleting only after the id was typed. */
export function StatusSelect({ agency }: { agency: AgencyConfig }) {
  const confirm = useConfirm()
  const { run, busy } = useSend(agencies.updateStatus, {
    updates: callKey(agencies.config, { agencyId: agency.agencyId }),
  })
  /** The last change of this person, for Undo. */
  const [undo, setUndo] = useState<{ from: number; to: number } | null>(null)

  async function save(status: number, canUndo: boolean) {
    const from = agency.status
    const outcome = await run({ agencyId: agency.agencyId, status, version: agency.version })
    if (outcome.kind === 'ok') {
      setUndo(canUndo ? { from, to: status } : null)
      return notifyAgency.ok(agencyMessages.statusUpdated)
    }
    notifyAgency.error(toSentence(outcome, agencyMessages.wentWrong))
  }

  async function commit(status: number) {
    if (status === deletingStatus && !(await confirm(deletingQuestion(agency)))) return
    await save(status, status !== deletingStatus)
  }

  const undoable = undo !== null && undo.to === agency.status ? undo : null
  return (
    <div id="agency-status" className={styles.status}>
      <LiveSelect
        label="Status"
        visibleLabel
        value={agency.status}
        choices={choices}
        onCommit={(status) => void commit(status)}
        busy={busy}
      />
      {undoable !== null && (
        <UndoButton busy={busy} onClick={() => void save(undoable.from, false)}>
          {`Undo: back to ${getLabel(undoable.from)}`}
        </UndoButton>
      )}
    </div>
  )
}

function deletingQuestion(agency: AgencyConfig) {
  return {
    title: 'Set the status to Deleting',
    subject: `${agency.name} · ${padAgencyId(agency.agencyId)}`,
    body: 'The agency is marked for deletion. The status can be set back until the deletion has been carried out.',
    confirmLabel: 'Set to Deleting',
    cancelLabel: 'Keep the status',
    danger: true,
    typed: { kind: 'agencyId', agencyId: agency.agencyId } as const,
  }
}
