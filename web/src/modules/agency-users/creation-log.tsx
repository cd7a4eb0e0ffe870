import { agencyUsers, type CreationLogEntry } from '@agency-support/contract/modules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { isFramed } from '../../lib/is-framed.ts'
import { agencyUserMessages } from './messages.ts'
import { ReloadButton } from './reload-button.tsx'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import styles from './users.module.css'

const col = column<CreationLogEntry>()

const logTable = defineTable<CreationLogEntry>({
  id: 'super-user-creations',
  caption: 'Super User Creation Log entries',
  sizes: [10, 25, 50, 100],
  sort: { id: 'created', desc: true },
  rowId: ({ initials, created }) => `${initials} ${created}`,
  columns: [
    col('initials', { header: 'initials', width: 96, figures: true, rowHeader: true }),
    col('username', { header: 'username', width: 240, flex: true }),
    timeColumn('created', {
      header: 'created',
      width: 176,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    timeColumn('expires', {
      header: 'expires',
      width: 176,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
  ],
})

/** The log, read by the call for framed or unframed pages. */
function useCreationLog(agencyId: number) {
  const framed = isFramed()
  const own = useQuery({ ...callQuery(agencyUsers.creationLogs, { agencyId }), enabled: !framed })
  const inFrame = useQuery({
    ...callQuery(agencyUsers.listSuperUsers6x, { AgencyId: agencyId }),
    enabled: framed,
  })
  return framed ? inFrame : own
}

/** Who created which temporary user, newest first. */
export function CreationLog({ agencyId }: { agencyId: number }) {
  const binding = useLocalTable(logTable)
  const query = useCreationLog(agencyId)
  const table = tableQuery(query, query.data, query.error && agencyUserMessages.logsFailed)
  return (
    <section className={styles.section} aria-labelledby="creation-log">
      <h2 id="creation-log">Super User Creation Log</h2>
      <DataTable
        {...binding}
        {...table}
        onRefresh={undefined}
        actions={<ReloadButton busy={query.isFetching} onClick={table.onRetry} />}
        empty={{ text: agencyUserMessages.noData }}
      />
    </section>
  )
}
