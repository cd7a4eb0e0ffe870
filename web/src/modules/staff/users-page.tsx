import { staff } from '@agency-support/contract/modules/staff'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../../kit/data-table/data-table.tsx'
import { useTableState } from '../../kit/data-table/use-table-state.ts'
import { PageHeader } from '../../kit/page-header.tsx'
import { callQuery } from '../../lib/query.ts'
import { LoadBar } from './load-bar.tsx'
import { staffMessages } from './messages.ts'
import { staffPaths } from './paths.ts'
import { PermissionsCard } from './permissions-card.tsx'
import { allStaff } from './save-permission.ts'
import { personMatches, usersTable } from './users-table.tsx'

const helpTopic = 1012

/** Staff users and what they may do. Without the permissions there are, the list is not asked for. */
export function Page() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const go = useNavigate()
  const binding = useTableState(
    usersTable,
    search,
    (next, how) => void go({ to: staffPaths.users, search: next, replace: how === 'replace' }),
  )
  const available = useQuery(callQuery(staff.availablePermissions, {}))
  const permissions = available.data ?? null
  const users = useQuery({ ...callQuery(staff.userPermissionList, allStaff), enabled: permissions !== null })
  const failed = available.error !== null || users.error !== null
  const loading = available.isFetching || users.isFetching

  function reload() {
    void (permissions === null ? available.refetch() : users.refetch())
  }

  return (
    <>
      <PageHeader title="User Management" help={helpTopic} />
      <LoadBar what="users" loading={loading} failed={failed} />
      <DataTable
        {...binding}
        rows={users.data}
        loading={loading}
        error={failed ? staffMessages.failed : null}
        onRetry={reload}
        onRefresh={reload}
        empty={{ text: staffMessages.noResults }}
        search={{ label: 'Search', matches: personMatches }}
        expand={(user) =>
          permissions !== null && (
            <PermissionsCard user={user} users={users.data ?? []} available={permissions} />
          )
        }
      />
    </>
  )
}
