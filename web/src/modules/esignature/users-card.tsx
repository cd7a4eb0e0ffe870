import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { toAccountText } from '@agency-support/contract/rules/esignature'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Check, CircleX, Info, Pencil, Trash2 } from 'lucide-react'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { useStableOrder } from '../../lib/use-stable-order.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { IconButton } from '../../ui/button.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import styles from './esignature.module.css'
import { esignatureMessages } from './messages.ts'
import { toLoadFailure } from './query-failure.ts'
import { useUserActions } from './user-actions.ts'

const failed = { role: 'bad', icon: CircleX } as const
const pending = { role: 'info', icon: Info } as const

/** A tick for yes, nothing visible for no; screen readers announce both. */
export function Tick({ on }: { on: boolean }) {
  return on ? (
    <Check className={styles.tick} role="img" aria-label="Yes" />
  ) : (
    <span className="sr-only">No</span>
  )
}

function MissingAccount({ user }: { user: RegisteredUser }) {
  return <StatusChip {...(user.isValidated ? failed : pending)} label={toAccountText(user)} />
}

/** The account id; one that was missing at first leaves the row as high as it was, so that no other row moves. */
function AccountCell({ user }: { user: RegisteredUser }) {
  const [first] = useState(user)
  const { accountId } = user
  const copied = accountId !== '' && <CopiedText text={accountId} what={`account id ${accountId}`} />
  if (copied && first.accountId !== '') return copied
  return (
    <span className={styles.inPlace}>
      <MissingAccount user={copied ? first : user} />
      {copied}
    </span>
  )
}

function ActionsCell({ user }: { user: RegisteredUser }) {
  const { editId, remove, whyNotEdit, whyNotDelete, deleting } = useUserActions()
  const { emailAddress } = user
  return (
    <span className={styles.actions}>
      <IconButton
        label={`Edit ID of ${emailAddress}`}
        icon={<Pencil aria-hidden="true" />}
        disabledReason={whyNotEdit}
        onClick={() => editId(user)}
      />
      <IconButton
        label={`Delete ${emailAddress}`}
        icon={<Trash2 aria-hidden="true" />}
        danger
        busy={deleting.includes(emailAddress)}
        disabledReason={whyNotDelete}
        onClick={() => remove(user)}
      />
    </span>
  )
}

/** More than an agency ever has, so that the table has no pages. */
const maxRows = 1_000
const col = column<RegisteredUser>()

const userTable = defineTable<RegisteredUser>({
  id: 'esignature-users',
  caption: 'Users with e-signature',
  sizes: [maxRows],
  rowId: ({ emailAddress }) => emailAddress,
  columns: [
    col('emailAddress', {
      header: 'Email Address',
      width: 218,
      flex: true,
      rowHeader: true,
      cell: ({ emailAddress }) => <CopiedEmail address={emailAddress} />,
    }),
    col('userInitials', { header: 'Initials', width: 76, figures: true }),
    col('isAdmin', { header: 'Admin', width: 76, cell: ({ isAdmin }) => <Tick on={isAdmin} /> }),
    col('isValidated', {
      header: 'Validated',
      width: 92,
      cell: ({ isValidated }) => <Tick on={isValidated} />,
    }),
    timeColumn('dateCreated', {
      header: 'Created',
      width: 208,
      format: 'MMM Do YYYY h:mm:ss a',
    }),
    col('accountId', {
      header: 'Account ID',
      width: 184,
      figures: true,
      value: toAccountText,
      cell: (user) => <AccountCell user={user} />,
    }),
    controlColumn('actions', {
      header: 'Actions',
      width: 88,
      cell: (user) => <ActionsCell user={user} />,
    }),
  ],
})

interface UsersCardProps {
  users: readonly RegisteredUser[]
  query: UseQueryResult
}

const toEmail = ({ emailAddress }: RegisteredUser): string => emailAddress

/** Registered users, initially those without an account id first; a user who gets one keeps the position. */
export function UsersCard({ users, query }: UsersCardProps) {
  const binding = useAddressTable(userTable)
  const { listed, renew } = useStableOrder(users, toEmail)
  const reload = () => void query.refetch({ cancelRefetch: false }).then(renew)
  const without = users.filter(({ accountId }) => accountId === '').length
  return (
    <TitledCard
      title="Registered users"
      facts={
        <span className={styles.muted}>
          {users.length}
          {without > 0 && ` · ${without} without account id`}
        </span>
      }
    >
      <DataTable
        {...binding}
        {...tableQuery(query, listed, toLoadFailure(query.error))}
        onRetry={reload}
        onRefresh={reload}
        pagerAbove={maxRows}
        rowCopy={({ emailAddress }) => emailAddress}
        empty={{ text: esignatureMessages.noData }}
      />
    </TitledCard>
  )
}
