import type { ClientIn } from '@agency-support/contract/call'
import { reports } from '@agency-support/contract/modules/reports'
import { type FileReport, toReportFile } from '@agency-support/contract/rules/reports'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { notify } from '../../components/messages/notify.ts'
import { callAddress } from '../../lib/requests/api.ts'
import { saveRows } from '../../lib/files/csv-export.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import styles from './reports.module.css'

interface ExportProps {
  report: FileReport
  product: { productId: number; name: string; keyId: number }
  /** Returns the filtered rows in table order. */
  getRows: () => readonly object[]
  /** The filters if the server builds the file because the table does not hold all rows; otherwise null. */
  asked: Partial<ClientIn<typeof reports.csv>> | null
}

type ExportButtonProps = Omit<ExportProps, 'product'> & {
  product: ExportProps['product'] | undefined
  /** The rows of the report; without any there is nothing to export. */
  rows: readonly object[] | undefined
}

/** Export, which comes with the rows. Its place is there before: the filters beside it wrap the same. */
export function ExportButton({ rows = [], product, ...rest }: ExportButtonProps) {
  return (
    <span className={styles.export}>
      {rows.length > 0 && product && <Export {...rest} product={product} />}
    </span>
  )
}

/** Saves a report as CSV: from the table's rows, or by the server if those are not complete. */
function Export({ report, product, getRows, asked }: ExportProps) {
  if (asked !== null) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const input = { ...asked, report, productId: String(product.productId), zone: timeZone }
    return <ExportLink href={callAddress(reports.csv, input)} />
  }

  function save() {
    const file = toReportFile(report, product)
    const rows = getRows()
    saveRows(rows, file)
    notify.ok(`Exported ${formatCount(rows.length, 'row')} · ${file.name}`)
  }
  return (
    <Button icon={<Download aria-hidden="true" />} onClick={save}>
      Export
    </Button>
  )
}
