import {
  type EsignatureDetails,
  type FormstackUser,
  type RegisteredUser,
} from '@agency-support/contract/modules/esignature'
import { compareAccounts, type ComparedAccount } from '@agency-support/contract/rules/esignature'
import { GitCompare } from 'lucide-react'
import { type ComparedRow, Comparison } from '../../components/comparison.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { Button } from '../../ui/button.tsx'
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
        {rows?.length === 0 && <p className={styles.muted}>{esignatureMessages.noData}</p>}
        {rows !== null && rows.length > 0 && (
          <Comparison
            provider="Formstack"
            what="Email"
            rows={rows.map(toComparedRow)}
            same={esignatureMessages.nothingDiffers}
          />
        )}
      </Answer>
    </TitledCard>
  )
}

function toComparedRow({ email, ours, theirs, difference, repair }: Compared): ComparedRow {
  return {
    id: `${email} ${theirs?.id ?? ''}`,
    what: email,
    here: ours === undefined ? 'Not registered' : ours.accountId || 'No account id',
    there: theirs === undefined ? 'No account' : `${theirs.id} · ${theirs.active ? 'active' : 'inactive'}`,
    difference,
    repair: ours === undefined || repair === null ? null : <Repair user={ours} repair={repair} />,
  }
}

/** Opens the documented action with its fields filled. */
function Repair({ user, repair }: { user: RegisteredUser; repair: NonNullable<Compared['repair']> }) {
  const { editId, remove, whyNotEdit, whyNotDelete } = useUserActions()
  const isEdit = repair.kind === 'setId'
  const whyNot = isEdit ? whyNotEdit : whyNotDelete
  return (
    <Button
      aria-label={
        isEdit ? `Edit ID of ${user.emailAddress} to ${repair.accountId}` : `Delete ${user.emailAddress} here`
      }
      data-tip={whyNot}
      disabledReason={whyNot}
      quietReason
      onClick={() => (isEdit ? editId(user, repair.accountId) : remove(user))}
    >
      {isEdit ? 'Edit ID' : 'Delete'}
    </Button>
  )
}
