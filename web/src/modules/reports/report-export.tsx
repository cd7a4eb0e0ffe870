import type { ClientIn } from '@agency-support/contract/call'
import { reports } from '@agency-support/contract/modules/reports'
import { type FileReport, toReportFile } from '@agency-support/contract/rules/reports'
import { ExportButton } from '../../components/export-button.tsx'
import { callAddress } from '../../lib/requests/api.ts'

interface ReportExportProps {
  report: FileReport
  product: { productId: number; name: string; keyId: number } | undefined
  /** The report has rows, whether or not they pass the filters. */
  hasRows: boolean
  passes: boolean
  getRows: () => readonly object[]
  /** The filters if the server builds the file because the table does not hold all rows; otherwise null. */
  asked: Partial<ClientIn<typeof reports.csv>> | null
}

/** Export of a product's report. */
export function ReportExport({ report, product, hasRows, asked, ...rest }: ReportExportProps) {
  if (product === undefined || !hasRows) return <ExportButton {...rest} file={null} />
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const input = { ...asked, report, productId: String(product.productId), zone: timeZone }
  return (
    <ExportButton
      {...rest}
      file={toReportFile(report, product)}
      href={asked === null ? null : callAddress(reports.csv, input)}
    />
  )
}
