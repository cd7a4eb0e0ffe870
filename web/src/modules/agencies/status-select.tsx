import {
  agencies,
  type AgencyConfig,
  agencyStatuses,
  deletingStatus,
} from '@agency-support/contract/modules/agencies'
import { toAgencySubject } from '../../agency/agency-subject.ts'
import { useConfirm } from '../../components/dialogs/confirm.tsx'
import { notifyAgency } from '../../components/messages/notify.ts'
import { LiveSelect } from '../../ui/live-select.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { UndoButton } from '../../components/messages/undo-button.tsx'
import { useUndo } from '../../components/messages/use-undo.ts'
import { toSentence } from '../../lib/requests/api.ts'
import { callKey } from '../../lib/requests/query.ts'
import { useSend } from '../../lib/requests/use-send.ts'
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

interface StatusSelectProps {
  agency: AgencyConfig
  /** Called once a choice is saved. */
  onSaved: (status: number) => void
}

/** The agency's status; a choice is saved immediately, Deleting only after the id was typed. */
export function StatusSelect({ agency, onSaved }: StatusSelectProps) {
  const confirm = useConfirm()
  const { run, busy } = useSend(agencies.updateStatus, {
    updates: callKey(agencies.config, { agencyId: agency.agencyId }),
  })
  const undo = useUndo(agency.status)

  /** True if it was saved. */
  async function save(status: number): Promise<boolean> {
    const outcome = await run({ agencyId: agency.agencyId, status, version: agency.version })
    if (outcome.kind === 'ok') {
      onSaved(status)
      notifyAgency.ok(agencyMessages.statusUpdated)
    } else notifyAgency.error(toSentence(outcome, agencyMessages.wentWrong))
    return outcome.kind === 'ok'
  }

  async function commit(status: number) {
    const isDeleting = status === deletingStatus
    if (isDeleting && !(await confirm(deletingQuestion(agency)))) return
    if (!(await save(status))) return
    if (isDeleting) undo.forget()
    else undo.remember(status)
  }

  async function goBack(to: number) {
    if (await save(to)) undo.forget()
  }

  const { from } = undo
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
      {from !== null && (
        <UndoButton busy={busy} onClick={() => void goBack(from)}>
          {`Undo: back to ${getLabel(from)}`}
        </UndoButton>
      )}
    </div>
  )
}

function deletingQuestion(agency: AgencyConfig) {
  return {
    title: 'Set the status to Deleting',
    subject: toAgencySubject(agency),
    body: 'The agency is marked for deletion. The status can be set back until the deletion has been carried out.',
    confirmLabel: 'Set to Deleting',
    cancelLabel: 'Keep the status',
    danger: true,
    typed: { kind: 'agencyId', agencyId: agency.agencyId } as const,
  }
}
