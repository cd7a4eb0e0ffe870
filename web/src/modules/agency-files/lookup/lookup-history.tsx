import { fileSystemFilters } from '@agency-support/contract/rules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { column, defineTable } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { useAddressTable } from '../../../components/data-table/use-address-table.ts'
import { setFilters } from '../../../components/data-table/use-table-state.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { timeColumn } from '../../../components/data-table/time-column.tsx'
import { fileMessages } from '../messages.ts'
import { filteredRows, historyKey, lastClients, type LookupRow, systemName } from './history.ts'
import styles from './lookup.module.css'
import { ShortTime } from './short-time.tsx'

const none: readonly LookupRow[] = []

/** The lookups of this agency since the console was opened. */
function useHistory(agencyId: number): readonly LookupRow[] {
  const { data = none } = useQuery<readonly LookupRow[]>({
    queryKey: historyKey(agencyId),
    queryFn: () => none,
    enabled: false,
    // Nothing can bring it back, so that it must outlast other screens.
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Recently looked-up clients, to look them up again. */
export function LastClients({
  agencyId,
  onChoose,
}: {
  agencyId: number
  onChoose: (clientId: string) => void
}) {
  const clients = lastClients(useHistory(agencyId))
  // Its room is kept from the start.
  if (clients.length === 0) return <div className={styles.chips} />
  return (
    <div role="group" aria-label="Looked up last" className={styles.chips}>
      {clients.map((clientId) => (
        <button key={clientId} type="button" className={styles.chip} onClick={() => onChoose(clientId)}>
          {clientId}
        </button>
      ))}
    </div>
  )
}

const col = column<LookupRow>()

const historyTable = defineTable<LookupRow>({
  id: 'client-lookups',
  caption: 'Lookup history',
  sizes: [25, 50, 100],
  filters: { system: ['0', ...fileSystemFilters.slice(1).map(({ value }) => String(value))] },
  rowId: ({ id }) => id,
  columns: [
    timeColumn('date', {
      header: 'Date',
      width: 176,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('system', { header: 'System', width: 128, value: systemName }),
    col('clientId', { header: 'Client Id', width: 120, flex: true, figures: true, rowHeader: true }),
    col('deleted', {
      header: 'Deleted',
      width: 96,
      value: ({ deleted }) => (deleted === null ? null : deleted ? 'Yes' : 'No'),
    }),
    col('timestamp', {
      header: 'Timestamp',
      width: 176,
      align: 'end',
      value: ({ timestamp }) => (timestamp === null ? null : Date.parse(timestamp)),
      cell: ({ timestamp, unread }) =>
        unread ? (
          fileMessages.unread
        ) : timestamp === null ? (
          fileMessages.notApplicable
        ) : (
          <ShortTime at={timestamp} />
        ),
    }),
  ],
})

const choices = fileSystemFilters.map(({ value, label }) => ({ value: String(value), label }))

/** The searches of this session, collapsed. */
export function LookupHistory({ agencyId }: { agencyId: number }) {
  const binding = useAddressTable(historyTable)
  const { state } = binding
  const all = useHistory(agencyId)
  const system = state.filters['system'] ?? '0'
  const rows = useMemo(() => filteredRows(all, Number(system)), [all, system])
  if (all.length === 0) return <div className={styles.historyRoom} />
  return (
    <details className={styles.history}>
      <summary>Lookup history</summary>
      <DataTable
        {...binding}
        rows={rows}
        loading={false}
        error={null}
        onRetry={() => undefined}
        rowName={({ clientId }) => `client ${clientId}`}
        rowCopy={({ clientId }) => clientId}
        filters={
          <SelectField
            name="system"
            label="System"
            value={system}
            choices={choices}
            onChange={(next) => setFilters(binding, { system: next })}
          />
        }
        empty={{ text: fileMessages.noMatch }}
      />
    </details>
  )
}
