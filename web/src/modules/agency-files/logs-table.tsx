import type { LogFile } from '@agency-support/contract/modules/agency-file-shapes'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { column, defineTable } from '../../components/data-table/column.ts'
import { controlColumn } from '../../components/data-table/control-column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { ControlLink } from '../../components/control-link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { agencyCommandPaths, executeButton } from '../agency-commands/paths.ts'
import { AgencyIdContext, useAgencyId } from '../../agency/agency-id-context.ts'
import { DownloadButton, narrowDownloads } from './download-button.tsx'
import { logFile } from './downloads.ts'
import { FileName } from './file-name.tsx'
import styles from './files.module.css'
import surface from '../../ui/surface.module.css'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { useMedia } from '../../ui/use-media.ts'
import { logsFailure } from './logs-failure.ts'
import { fileMessages } from './messages.ts'
import { agencyFilePaths } from './paths.ts'

const col = column<LogFile>()

function DownloadLog({ name }: { name: string }) {
  return <DownloadButton wanted={logFile(useAgencyId(), name)} what={name} name={name} />
}

const nameColumn = (width: number) =>
  col('name', {
    header: 'Name',
    width,
    flex: true,
    rowHeader: true,
    cell: ({ name }, link) => link(<FileName name={name} />),
  })

/** The logs of an agency, newest first. */
const logsTable = defineTable<LogFile>({
  id: 'agency-logs',
  caption: 'Logs',
  sizes: [25, 50, 100],
  sort: { id: 'lastModified', desc: true },
  rowId: ({ name }) => name,
  columns: [
    nameColumn(142),
    timeColumn('lastModified', {
      header: 'Timestamp',
      // One line in comfortable rows too, where letters are not rounded to whole pixels: Firefox, Windows, dense screens.
      width: 172,
      format: 'MM/DD/YYYY HH:mm:ss',
    }),
    col('size', { header: 'Size', width: 84, align: 'end', cell: ({ size }) => formatBytes(size) }),
    controlColumn('download', {
      header: 'Download',
      // Why a download failed stands beside its button, so that no row below moves; all fits a tablet's width.
      width: 336,
      cell: ({ name }) => <DownloadLog name={name} />,
    }),
  ],
})

/** The same for narrow windows, without what would put the downloads out of sight. */
const narrowLogsTable: typeof logsTable = {
  ...logsTable,
  id: 'agency-logs-narrow',
  columns: [
    nameColumn(132),
    col('lastModified', {
      header: 'Timestamp',
      width: 128,
      zone: <Zone />,
      value: ({ lastModified }) => Date.parse(lastModified),
      cell: ({ lastModified }) => (
        <span className={styles.stacked}>
          <LocalTime at={lastModified} format="MM/DD/YYYY HH:mm:ss" />
        </span>
      ),
    }),
    controlColumn('download', {
      header: 'Download',
      width: 88,
      cell: ({ name }) => <DownloadLog name={name} />,
    }),
  ],
}

/** The Logs table; a name opens the log in the viewer. */
export function LogsTable({ agencyId }: { agencyId: number }) {
  const binding = useAddressTable(useMedia(narrowDownloads) ? narrowLogsTable : logsTable)
  const query = useQuery(callQuery(agencyFiles.logs, { agencyId }))
  return (
    <div className={surface.section}>
      <h2>Logs</h2>
      <AgencyIdContext value={agencyId}>
        <DataTable
          {...binding}
          {...tableQuery(query, query.data, failureText(query.error, fileMessages.wentWrong))}
          error={logsFailure(query.error)}
          rowHref={({ name }) => agencyFilePaths.log(agencyId, name)}
          empty={{ text: fileMessages.noLogs }}
          actions={
            <>
              <ControlLink href={agencyCommandPaths.fill(agencyId, 'log', 'all')} focus={executeButton}>
                Request new logs
              </ControlLink>
            </>
          }
        />
      </AgencyIdContext>
    </div>
  )
}
