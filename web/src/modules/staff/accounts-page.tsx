import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useMissingReason } from '../../components/missing-reason.ts'
import { useNewKey } from '../../components/keyboard/use-new-key.ts'
import { useShownOnce } from '../../components/use-shown-once.ts'
import { callQuery, failureText, queryClient } from '../../lib/requests/query.ts'
import { AccountCard, type NewPassword } from './account-card.tsx'
import { accountsTable } from './accounts-table.tsx'
import { CreateAccount } from './create-account.tsx'
import { staffMessages } from './messages.ts'
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx'
import { personMatches } from './users-table.tsx'

const accountsQuery = callQuery(staff.accounts, {})

export const beginReads = (): void => void queryClient.prefetchQuery(accountsQuery)

/** Staff accounts: listing, creating, disabling and unlocking them (D-15). */
export function Page() {
  const binding = useAddressTable(accountsTable)
  const accounts = useQuery(accountsQuery)
  const missing = useMissingReason([P.CanCreateUser])
  const [creating, setCreating] = useState(false)
  useNewKey('New account', () => setCreating(true), missing)
  const { made, show, close } = useShownOnce<NewPassword>(staffMessages.unseenPassword)

  return (
    <>
      <PageHeader
        title="Staff Accounts"
        actions={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden="true" />}
            disabledReason={missing}
            onClick={() => setCreating(true)}
          >
            Create account
          </Button>
        }
      />
      <DataTable
        {...binding}
        {...tableQuery(accounts, accounts.data, failureText(accounts.error, staffMessages.failed))}
        empty={{ text: staffMessages.noResults }}
        search={{ label: 'Search', matches: personMatches }}
        expand={(account) => <AccountCard account={account} onPassword={show} />}
      />
      {creating && (
        <CreateAccount
          onClose={() => setCreating(false)}
          onCreated={(password) => {
            setCreating(false)
            show(password)
          }}
        />
      )}
      {made !== null && (
        <SecretDialog title="New password" secret={made.password} what="the password" onClose={close}>
          The password of <strong>{made.username}</strong>. It is shown this once; share it securely. It must
          be changed at the first sign-in.
        </SecretDialog>
      )}
    </>
  )
}
