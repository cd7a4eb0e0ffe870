import {
  deleteAccountEvent,
  esignature,
  type EsignatureLogEntry,
} from '@agency-support/contract/modules/esignature'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { type WithId, withIds } from '../../components/data-table/row-ids.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { readLogEmail } from './log-email.ts'
import { esignatureMessages } from './messages.ts'

type Entry = WithId<EsignatureLogEntry>

const col = column<Entry>()

const logTable = defineTable<Entry>({
  id: 'esignature-audit-log',
  caption: 'Deleted e-signature accounts',
  sizes: [5, 10, 25],
  sort: { id: 'ts', desc: true },
  rowId: ({ id }) => id,
  columns: [
    col('username', { header: 'Username', width: 216, rowHeader: true }),
    timeColumn('ts', {
      header: 'Time',
      width: 192,
      format: 'MMM Do YYYY h:mm:ss a',
    }),
    col('userType', { header: 'User Type', width: 104 }),
    col('json', {
      header: 'Email Address',
      width: 200,
      flex: true,
      value: ({ json }) => readLogEmail(json),
    }),
  ],
})

/** Who deleted which account of the agency. */
export function AuditLog({ agencyId, onClose }: { agencyId: number; onClose: () => void }) {
  const binding = useLocalTable(logTable)
  const query = useQuery(callQuery(esignature.userLogs, { agencyId, eventName: deleteAccountEvent }))
  const rows = useMemo(
    () => query.data && withIds(query.data, ({ ts, json }) => `${ts} ${json}`),
    [query.data],
  )
  return (
    <Dialog kind="light" size={820} title="E-signature audit log" onClose={onClose}>
      <DataTable
        {...binding}
        {...tableQuery(query, rows, failureText(query.error, esignatureMessages.logFailed))}
        empty={{ text: esignatureMessages.noData }}
      />
    </Dialog>
  )
}
