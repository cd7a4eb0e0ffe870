import { Download } from 'lucide-react'
import { type CsvFile, saveRows } from '../lib/files/csv-export.ts'
import { formatCount } from '../lib/format/format-count.ts'
import { Button } from '../ui/button.tsx'
import styles from './export-button.module.css'
import { ExportLink } from './export-link.tsx'
import { notify } from './messages/notify.ts'

interface ExportButtonProps {
  /** The file; null while the report has no rows, and so nothing to export. */
  file: CsvFile | null
  /** Some row passes the filters. */
  passes: boolean
  /** The rows that pass the filters, in the table's order. */
  getRows: () => readonly object[]
  /** Where the server builds the file, as the table does not hold all rows; otherwise null. */
  href?: string | null
}

const nothingPasses = 'No row matches, so there is nothing to export.'

/** Export, which comes with the rows of a report. Its place is there before: the filters beside it wrap the same. */
export function ExportButton({ file, ...rest }: ExportButtonProps) {
  // The table says the reason, too; beside the button it would move the filters.
  const whyNot = rest.passes ? undefined : nothingPasses
  return (
    <span className={styles.export} data-tip={file ? whyNot : undefined}>
      {file && <Export {...rest} file={file} whyNot={whyNot} />}
    </span>
  )
}

interface ExportProps extends ExportButtonProps {
  file: CsvFile
  whyNot: string | undefined
}

/** Saves the rows as CSV: from the table, or by the server if the table's are not complete. */
function Export({ file, getRows, href = null, whyNot }: ExportProps) {
  if (href !== null && whyNot === undefined) return <ExportLink href={href} />

  function save() {
    const rows = getRows()
    saveRows(rows, file)
    notify.ok(`Exported ${formatCount(rows.length, 'row')} · ${file.name}`)
  }
  return (
    <Button icon={<Download aria-hidden="true" />} disabledReason={whyNot} quietReason onClick={save}>
      Export
    </Button>
  )
}
