import type { CertificatePolicy } from '@agency-support/contract/modules/certificates'
import { formatDay, hasExpired } from '@agency-support/contract/rules/certificates'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useLocalTable } from '../../components/data-table/use-local-table.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { StatusChip } from '../../ui/status-chip.tsx'
import styles from './certs-tab.module.css'
import { certificateMessages } from './messages.ts'

interface NumberedPolicy extends CertificatePolicy {
  /** Its position in the certificate: two policies may have the same number. */
  place: number
}

const expiredLook = { role: 'warn', icon: TriangleAlert, label: 'Expired' } as const

function Expiration({ day }: { day: string }) {
  const [month, date, year] = formatInstant(useNow(), 'MM/DD/YYYY HH:mm').split(/\D/)
  return (
    <span className={styles.day}>
      {hasExpired(day, `${year}-${month}-${date}`) && <StatusChip {...expiredLook} />}
      {formatDay(day)}
    </span>
  )
}

const size = 5
const col = column<NumberedPolicy>()

const policyTable = defineTable<NumberedPolicy>({
  id: 'certificate-policies',
  caption: 'Policies',
  sizes: [size],
  sort: { id: 'expirationDate', desc: true },
  rowId: ({ place }) => String(place),
  columns: [
    col('policyNumber', { header: 'Policy Number', width: 140, rowHeader: true, figures: true }),
    col('carrier', { header: 'Carrier', width: 140, flex: true }),
    col('effectiveDate', {
      header: 'Effective',
      width: 108,
      align: 'end',
      cell: ({ effectiveDate }) => formatDay(effectiveDate),
    }),
    col('expirationDate', {
      header: 'Expiration',
      width: 200,
      align: 'end',
      cell: ({ expirationDate }) => <Expiration day={expirationDate} />,
    }),
  ],
})

/** The policies of a certificate, the latest expiry first. */
export function PoliciesTable({ policies }: { policies: readonly CertificatePolicy[] }) {
  const binding = useLocalTable(policyTable)
  const rows = useMemo(() => policies.map((policy, place) => ({ ...policy, place })), [policies])
  return (
    <DataTable
      {...binding}
      rows={rows}
      loading={false}
      error={null}
      onRetry={() => undefined}
      pagerAbove={size}
      rowCopy={({ policyNumber }) => policyNumber}
      empty={{ text: certificateMessages.noData }}
    />
  )
}
