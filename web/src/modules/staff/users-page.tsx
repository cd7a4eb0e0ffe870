import { staff } from '@agency-support/contract/modules/staff'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { callQuery, failedRequestId, queryClient } from '../../lib/requests/query.ts'
import { staffHelp } from './help.ts'
import { LoadBar } from './load-bar.tsx'
import { staffMessages } from './messages.ts'
import { PermissionsCard } from './permissions-card.tsx'
import { allStaff } from './save-permission.ts'
import { personMatches, usersTable } from './users-table.tsx'

const availableQuery = callQuery(staff.availablePermissions, {})

export const beginReads = (): void => void queryClient.prefetchQuery(availableQuery)

/** Staff users and their permissions. The list is requested only after the available permissions. */
export function Page() {
  const binding = useAddressTable(usersTable)
  const available = useQuery(availableQuery)
  const permissions = available.data ?? null
  const isKnown = permissions !== null && available.error === null
  const users = useQuery({ ...callQuery(staff.userPermissionList, allStaff), enabled: isKnown })
  // Only code 0 brings permissions (spec-000 §7).
  const hasFailed = available.error !== null || available.data === null || users.error !== null
  const loading = available.isFetching || users.isFetching

  async function reload() {
    const { data, error } = isKnown ? available : await available.refetch()
    if (data && error === null) void users.refetch({ cancelRefetch: false })
  }

  return (
    <>
      <PageHeader title="User Management" help={staffHelp[1012]} />
      {/* The table has a line of its own while its rows are read again. */}
      <LoadBar what="users" loading={loading && users.data === undefined} failed={hasFailed && !loading} />
      <DataTable
        {...binding}
        rows={users.data}
        loading={loading}
        error={hasFailed ? staffMessages.failed : null}
        requestId={failedRequestId(available.error ?? users.error)}
        failedAt={(isKnown ? users : available).errorUpdatedAt}
        onRetry={() => void reload()}
        onRefresh={() => void reload()}
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
