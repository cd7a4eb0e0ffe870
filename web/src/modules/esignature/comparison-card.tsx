import {
  type EsignatureDetails,
  type FormstackUser,
  type RegisteredUser,
} from '@agency-support/contract/modules/esignature'
import { compareAccounts, type ComparedAccount } from '@agency-support/contract/rules/esignature'
import { CircleCheck, GitCompare, TriangleAlert } from 'lucide-react'
import { TitledCard } from '../../components/titled-card.tsx'
import { Button } from '../../ui/button.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Answer } from './answer.tsx'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'
import { Failure } from './query-card.tsx'
import { useGroup } from './use-group.ts'
import type { FormstackLight } from './use-light.ts'
import { useUserActions } from './user-actions.ts'

type Compared = ComparedAccount<RegisteredUser, FormstackUser>

/** Compares the registered users with the accounts of the agency's group; requested only by its button. */
export function ComparisonCard({
  agencyId,
  details,
  light,
}: {
  agencyId: number
  details: EsignatureDetails
  light: FormstackLight
}) {
  const { ask, busy, asked, group, failure } = useGroup(agencyId, light)
  const { groupId, registeredUsers } = details
  const rows = group === null ? null : compareAccounts(registeredUsers, group.users, details)
  return (
    <TitledCard title="Reconciliation" id="esig-comparison">
      <div>
        <Button
          icon={<GitCompare aria-hidden="true" />}
          busy={busy}
          disabledReason={groupId === '' ? esignatureMessages.noGroup : undefined}
          onClick={() => void ask(groupId)}
        >
          Compare with Formstack
        </Button>
      </div>
      <Answer asked={asked} waiting={busy && group === null}>
        {failure !== null && <Failure failure={failure} />}
        {rows !== null && <Comparison rows={rows} />}
      </Answer>
    </TitledCard>
  )
}

const columns = ['Email', 'Here', 'At Formstack', 'Difference', 'Repair'].map((header) => ({ header }))

function Comparison({ rows }: { rows: readonly Compared[] }) {
  const differing = rows.filter(({ difference }) => difference !== null).length
  if (rows.length === 0) return <p className={styles.muted}>{esignatureMessages.noData}</p>
  return (
    <>
      <p role="status">
        {differing === 0
          ? esignatureMessages.nothingDiffers
          : `${differing} of ${rows.length} ${differing === 1 ? 'differs' : 'differ'}.`}
      </p>
      <PlainTable label="Comparison with Formstack" columns={columns} scrollLabel="Comparison, scrollable">
        {rows.map((row) => (
          <tr
            key={`${row.email} ${row.theirs?.id ?? ''}`}
            data-differs={row.difference !== null || undefined}
          >
            <th scope="row">{row.email}</th>
            <td>{row.ours === undefined ? 'Not registered' : row.ours.accountId || 'No account id'}</td>
            <td>
              {row.theirs === undefined
                ? 'No account'
                : `${row.theirs.id} · ${row.theirs.active ? 'active' : 'inactive'}`}
            </td>
            <td>
              <StatusChip
                role={row.difference === null ? 'ok' : 'warn'}
                icon={row.difference === null ? CircleCheck : TriangleAlert}
                label={row.difference ?? 'Same'}
              />
            </td>
            <td>
              <Repair row={row} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </>
  )
}

/** Opens the documented action with its fields filled; changes nothing itself. */
function Repair({ row: { ours, repair } }: { row: Compared }) {
  const { editId, remove, whyNotEdit, whyNotDelete } = useUserActions()
  if (ours === undefined || repair === null) return <span className="sr-only">none</span>
  const isEdit = repair.kind === 'setId'
  const whyNot = isEdit ? whyNotEdit : whyNotDelete
  return (
    <Button
      aria-label={
        isEdit ? `Edit ID of ${ours.emailAddress} to ${repair.accountId}` : `Delete ${ours.emailAddress} here`
      }
      data-tip={whyNot}
      disabledReason={whyNot}
      quietReason
      onClick={() => (isEdit ? editId(ours, repair.accountId) : remove(ours))}
    >
      {isEdit ? 'Edit ID' : 'Delete'}
    </Button>
  )
}
