import type { CertificateHolder } from '@agency-support/contract/modules/certificates'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import styles from './certs-tab.module.css'
import { certificateMessages } from './messages.ts'

const size = 5
const col = column<CertificateHolder>()

const holderTable = defineTable<CertificateHolder>({
  id: 'certificate-holders',
  caption: 'Certificate Holders',
  sizes: [size],
  sort: { id: 'name', desc: false },
  rowId: ({ id }) => id,
  columns: [
    col('id', { header: 'Id', width: 64, figures: true }),
    col('name', { header: 'Name', width: 150, rowHeader: true }),
    col('address', {
      header: 'Address',
      width: 150,
      flex: true,
      cell: ({ address }) => address !== '' && <span className={styles.address}>{address}</span>,
    }),
    col('email', {
      header: 'Email',
      width: 250,
      cell: ({ email }) => <CopiedEmail address={email} />,
    }),
    col('additionalInsured', {
      header: 'Additional Insured',
      width: 150,
      value: ({ additionalInsured }) => (additionalInsured ? 'Yes' : 'No'),
    }),
  ],
})

/** Certificate holders, by name. */
export function HoldersTable({ holders }: { holders: readonly CertificateHolder[] }) {
  const binding = useLocalTable(holderTable)
  return (
    <div className={styles.holders}>
      <DataTable
        {...binding}
        rows={holders}
        loading={false}
        error={null}
        onRetry={() => undefined}
        pagerAbove={size}
        rowCopy={({ email }) => email}
        empty={{ text: certificateMessages.noData }}
      />
    </div>
  )
}
