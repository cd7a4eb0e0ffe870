import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { LocalTime } from '../../components/local-time.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { notAvailable } from '@agency-support/contract/rules/instant-format'
import { useReadRetry } from '../../components/use-retry.ts'
import { callQuery, failureText } from '../../lib/query.ts'
import { DownloadButton } from './download-button.tsx'
import { agencyFile, type AgencyFileType } from './downloads.ts'
import { fileMessages } from './messages.ts'

const files: readonly { type: AgencyFileType; label: string }[] = [
  { type: 'agencyConfig', label: 'Config file' },
  { type: 'agencyMetrics', label: 'Metrics file' },
  { type: 'agencyMultifolder', label: 'Multifolder file' },
]

const columns = [{ header: 'Name' }, { header: 'Timestamp' }, { header: 'Download' }]

/** The files that an agency has one of, each with its time and its download. */
export function AgencyFiles({ agencyId }: { agencyId: number }) {
  return (
    <TitledCard title="Agency Files">
      <PlainTable label="Agency Files" columns={columns}>
        {files.map(({ type, label }) => (
          <FileRow key={type} agencyId={agencyId} type={type} label={label} />
        ))}
      </PlainTable>
    </TitledCard>
  )
}

function FileRow({ agencyId, type, label }: { agencyId: number; type: AgencyFileType; label: string }) {
  const query = useQuery(callQuery(agencyFiles.metadata, { agencyId: String(agencyId), type }))
  const text = failureText(query.error, fileMessages.wentWrong)
  const { failure, retrying, retry } = useReadRetry(query, text)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
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
            disabledReason={query.data ? undefined : fileMessages.noFile}
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
