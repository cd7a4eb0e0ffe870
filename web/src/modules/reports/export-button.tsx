import type { ClientIn } from '@agency-support/contract/call'
import { reports } from '@agency-support/contract/modules/reports'
import { type FileReport, toReportFile } from '@agency-support/contract/rules/reports'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { notify } from '../../components/messages/notify.ts'
import { callAddress } from '../../lib/requests/api.ts'
import { saveRows } from '../../lib/files/csv-export.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import styles from './reports.module.css'

export interface ExportProps {
  report: FileReport
  product: { productId: number; name: string; keyId: number }
  /** Returns the filtered rows in table order. */
  getRows: () => readonly object[]
  /** The filters if the server builds the file because the table does not hold all rows; otherwise null. */
  asked: Partial<ClientIn<typeof reports.csv>> | null
}

/** Saves a report as CSV: from the table's rows, or by the server if those are not complete. */
export function ExportButton({ report, product, getRows, asked }: ExportProps) {
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
  return <Button onClick={save}>Export</Button>
}

/** The place of Export, which comes with the rows: the filters beside it wrap the same before. */
export function ExportPlace({ children }: { children: ReactNode }) {
  return <span className={styles.export}>{children}</span>
}
