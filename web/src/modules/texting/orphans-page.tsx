import { padAgencyId } from '@agency-support/contract/ids'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useMissingReason } from '../../components/missing-reason.ts'
import { PermissionNotice } from '../../components/permission-gate.tsx'
import { Problem } from '../../ui/problem.tsx'
import { getAdminGetTCROrphans } from '../../lib/requests/client-operations/texting.ts'
import { callQuery, errorText, failureText, queryClient } from '../../lib/requests/query.ts'
import { textingHelp } from './help.ts'
import { textingMessages } from './messages.ts'
import { matchesOrphan, OrphanActionsContext, orphansTable } from './orphans-table.tsx'
import styles from './reports.module.css'
import { tabMessages } from './tab-messages.ts'
import { useRemoveOrphan } from './use-remove-orphan.ts'

const noOrphans = { text: textingMessages.noResults }

const orphansQuery = callQuery(texting.tcrOrphans, {}, getAdminGetTCROrphans)

export const beginReads = (): void => void queryClient.prefetchQuery(orphansQuery)

/** TCR Cleanup: TCR numbers that belong to no working setup, to be deleted one by one. */
export function Page() {
  const binding = useAddressTable(orphansTable)
  const query = useQuery(orphansQuery)
  const { remove, busy, problem } = useRemoveOrphan()
  const missing = useMissingReason([P.CanManageTexting])
  return (
    <>
      <PageHeader title={textingMessages.tcrCleanup} help={textingHelp[1019]} />
      <div className={styles.problem}>{problem !== null && <Problem>{problem}</Problem>}</div>
      <OrphanActionsContext
        value={
          missing === undefined ? { remove: (orphan, button) => void remove(orphan, button), busy } : null
        }
      >
        <div className={styles.report}>
          <PermissionNotice text={missing && `${tabMessages.notPermitted} ${missing}`} />
          <DataTable
            {...binding}
            {...tableQuery(query, query.data, failureText(query.error, textingMessages.wentWrong))}
            error={errorText(query.error, textingMessages.wentWrong)}
            rowCopy={({ agencyId }) => padAgencyId(agencyId)}
            search={{ label: 'Search', matches: matchesOrphan }}
            empty={noOrphans}
          />
        </div>
      </OrphanActionsContext>
    </>
  )
}
