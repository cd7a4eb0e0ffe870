import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { onlineLabel, userStatusLabel } from '@agency-support/contract/rules/agency-users'
import { fullName } from '@agency-support/contract/rules/person-name'
import type { UseQueryResult } from '@tanstack/react-query'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { rowActions } from '../../components/data-table/row-actions.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { EmailVerifiedIcon, FlagTags, NoPermissionsIcon, OnlineChip } from './chips.tsx'
import { agencyUserMessages } from './messages.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import {
  Expiry,
  queuedUnlocks,
  useFocusAfterUnlock,
  UserButtons,
  UserStatus,
  type UserActions,
} from './user-card.tsx'
import unlockedStyles from './unlocked.module.css'
import styles from './users.module.css'

const [UserActionsContext, useUserActions] = rowActions<UserActions>('users')

function ActionsCell({ user }: { user: AgencyUser }) {
  const actions = useUserActions()
  const { next, onUnlock } = useFocusAfterUnlock(user)
  return <UserButtons user={user} actions={actions} onUnlock={onUnlock} log={next} />
}

function StatusCell({ user }: { user: AgencyUser }) {
  return <UserStatus user={user} actions={useUserActions()} />
}

function KindCell({ user }: { user: AgencyUser }) {
  const { now } = useUserActions()
  return (
    <span className={styles.chips}>
      <OnlineChip user={user} />
      <Expiry user={user} now={now} />
    </span>
  )
}

const col = column<AgencyUser>()

const usersTable = defineTable<AgencyUser>({
  id: 'agency-users',
  caption: 'Users of the agency',
  sizes: [25, 50, 100],
  rowId: ({ username }) => username,
  columns: [
    col('username', { header: 'Initials', width: 80, figures: true, rowHeader: true }),
    col('name', { header: 'Name', width: 128, flex: true, value: fullName }),
    col('status', {
      header: 'Status',
      width: 218,
      value: ({ status }) => userStatusLabel(status),
      cell: (user) => <StatusCell user={user} />,
    }),
    col('online', {
      header: 'Kind',
      width: 184,
      value: onlineLabel,
      cell: (user) => <KindCell user={user} />,
    }),
    col('userFlags', {
      header: 'Flags',
      width: 164,
      sortable: false,
      cell: (user) => (
        <span className={styles.chips}>
          <EmailVerifiedIcon user={user} />
          <NoPermissionsIcon user={user} />
          <FlagTags flags={user.userFlags} />
        </span>
      ),
    }),
    controlColumn('actions', {
      header: 'Actions',
      width: 216,
      // At the end they stay where they are when the button to unlock goes.
      align: 'end',
      cell: (user) => <ActionsCell user={user} />,
    }),
  ],
})

interface UsersTableProps {
  users: readonly AgencyUser[] | undefined
  /** What is said when there are none. */
  empty: string
  actions: UserActions
  query: UseQueryResult<AgencyUser[]>
  onRetry: () => void
}

/** The users as a table, for agencies with many; below it why an unlock is queued, for which no row has room. */
export function UsersTable({ users, empty, actions, query, onRetry }: UsersTableProps) {
  const binding = useLocalTable(usersTable)
  const [first] = queuedUnlocks(users, actions)
  return (
    <UserActionsContext value={actions}>
      <DataTable
        {...binding}
        {...tableQuery(query, users, query.error && agencyUserMessages.loadFailed)}
        onRetry={onRetry}
        // The toolbar above has it.
        onRefresh={undefined}
        empty={{ text: empty }}
      />
      {/* All wait for the same software. */}
      <p className={unlockedStyles.why}>{first && actions.whyQueued(first)}</p>
    </UserActionsContext>
  )
}
