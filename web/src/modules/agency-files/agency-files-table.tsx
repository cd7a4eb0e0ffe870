import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { notAvailable } from '@agency-support/contract/rules/instant-format'
import { useReadRetry } from '../../components/loading/use-retry.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { useMedia } from '../../ui/use-media.ts'
import { DownloadButton, narrowDownloads } from './download-button.tsx'
import { agencyFile, type AgencyFileType } from './downloads.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'

const files: readonly { type: AgencyFileType; label: string }[] = [
  { type: 'agencyConfig', label: 'Config file' },
  { type: 'agencyMetrics', label: 'Metrics file' },
  { type: 'agencyMultifolder', label: 'Multifolder file' },
]

// Fixed: each file is answered by itself, and may be without a time, or fail.
const columns = [
  { header: 'Name', width: '30%' },
  { header: 'Timestamp', zone: <Zone />, width: '30%' },
  { header: 'Download', width: '40%' },
]
const narrowColumns = [
  { header: 'Name', width: '38%' },
  { header: 'Timestamp', zone: <Zone />, width: '36%' },
  { header: 'Download', width: '26%' },
]

/** The files that an agency has one of, each with its time and its download. */
export function AgencyFiles({ agencyId }: { agencyId: number }) {
  const isNarrow = useMedia(narrowDownloads)
  return (
    <TitledCard title="Agency Files">
      <PlainTable label="Agency Files" columns={isNarrow ? narrowColumns : columns}>
        {files.map(({ type, label }) => (
          <FileRow key={type} agencyId={agencyId} type={type} label={label} />
        ))}
      </PlainTable>
    </TitledCard>
  )
}

function FileRow({ agencyId, type, label }: { agencyId: number; type: AgencyFileType; label: string }) {
  const query = useQuery(callQuery(agencyFiles.metadata, { agencyId: String(agencyId), type }))
  const text = query.data === undefined ? failureText(query.error, fileMessages.wentWrong) : null
  const { failure, retrying, retry } = useReadRetry(query, text)
  const whyNone = query.data === null ? fileMessages.noFile : fileMessages.stillLoading
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={styles.fileTime}>
        {failure !== null ? (
          <Problem>{failure}</Problem>
        ) : query.data === undefined ? (
          <span className="sr-only">Loading…</span>
        ) : query.data === null ? (
          notAvailable
        ) : (
          <LocalTime at={query.data.blobTimestamp} format="MM/DD/YYYY HH:mm:ss" />
        )}
      </td>
      <td>
        {failure === null ? (
          <DownloadButton
            wanted={agencyFile(agencyId, type)}
            what={label.toLowerCase()}
            name={query.data?.name}
            disabledReason={query.data ? undefined : whyNone}
          />
        ) : (
          <Button busy={retrying} onClick={retry}>
            Try again
          </Button>
        )}
      </td>
    </tr>
  )
}
