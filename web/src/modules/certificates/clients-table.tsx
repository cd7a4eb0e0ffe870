import type { CertificateClient } from '@agency-support/contract/modules/certificates'
import { matchesClient } from '@agency-support/contract/rules/certificates'
import type { UseQueryResult } from '@tanstack/react-query'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { toListFailure } from './load-failure.ts'
import { certificateMessages } from './messages.ts'
import { useClientAddress } from './use-client-address.ts'

const col = column<CertificateClient>()

const clientTable = defineTable<CertificateClient>({
  id: 'certificate-clients',
  caption: 'Clients with published certificates',
  sizes: [15],
  sort: { id: 'name', desc: false },
  rowId: ({ clientId }) => clientId,
  columns: [
    col('clientId', { header: 'Client Id', width: 112, figures: true }),
    col('name', {
      header: 'Name',
      width: 160,
      flex: true,
      rowHeader: true,
      cell: ({ name }, link) => link(name),
    }),
    timeColumn('publishedDate', {
      header: 'Published',
      width: 212,
      format: 'MMM Do YYYY h:mm:ss a',
    }),
  ],
})

/** Of a search; the specification calls it an alert. */
const noHits = <span role="alert">{certificateMessages.noneFound}</span>

interface ClientsTableProps {
  /** The client whose certificate is open. */
  clientId: string | null
  clients: readonly CertificateClient[]
  query: UseQueryResult
}

/** Clients, searchable by name or id; a row opens its certificate and the list keeps its state. */
export function ClientsTable({ clientId, clients, query }: ClientsTableProps) {
  const binding = useAddressTable(clientTable)
  const toAddress = useClientAddress()
  return (
    <div id="certificate-clients">
      <DataTable
        {...binding}
        {...tableQuery(query, clients, toListFailure(query.error))}
        rowHref={(row) => toAddress(row.clientId)}
        rowName={({ name }) => name}
        highlight={clientId}
        search={{ label: 'Search', matches: matchesClient }}
        empty={{ text: clients.length === 0 ? certificateMessages.noneFound : noHits }}
      />
    </div>
  )
}
