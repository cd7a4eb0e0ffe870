import { StorageLocation, type ClientLocation } from '@agency-support/contract/rules/agency-files'
import { Download, Trash2, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Waiting } from '../../../components/loading/card-state.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { DownloadProblem } from '../download-button.tsx'
import { cardFile, clientFileAsJson, type Wanted } from '../downloads.ts'
import { fileMessages } from '../messages.ts'
import { type LocationEntry, overview } from './lookup-state.ts'
import styles from './lookup.module.css'
import { ShortTime } from './short-time.tsx'
import type { Lookup } from './use-lookup.ts'

interface LookupResultProps {
  agencyId: number
  lookup: Lookup
  /** Why client files may not be downloaded, or undefined. */
  missing: string | undefined
  onSave: (id: ClientLocation, wanted: Wanted) => void
}

/**
 * A card for each location that could be read, and a message about the others. Whatever is answered has its room from
 * the search on.
 */
export function LookupResult({ agencyId, lookup, missing, onSave }: LookupResultProps) {
  const { clientId, entries } = lookup
  const { shown, failed, isDone, isUnknown } = overview(entries)
  return (
    <div className={styles.result} data-found={isDone ? clientId : undefined}>
      <div className={styles.title}>
        <h3>Client {clientId}</h3>
        {isDone && shown.length === 0 && <p>{fileMessages.noFilesFound}</p>}
      </div>
      <ul className={styles.cards}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {entry.error === null && (
              <LocationCard
                entry={entry}
                missing={missing}
                file={cardFile(agencyId, entry.id, clientId)}
                asJson={clientFileAsJson(agencyId, entry.id, clientId)}
                onSave={(wanted) => onSave(entry.id, wanted)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.told}>
        {isUnknown && <p role="status">{fileMessages.unknownClient(clientId)}</p>}
        {failed.length > 0 && (
          <p role="alert" className={styles.failed}>
            <TriangleAlert aria-hidden="true" />
            <span>
              {fileMessages.unreadable(failed.length)}:{' '}
              {failed.map(({ system, error }) => `${system} (${error})`).join(', ')}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

const deletedLook = { role: 'warn', icon: Trash2 } as const

interface LocationCardProps {
  entry: LocationEntry
  missing: string | undefined
  file: Wanted
  asJson: Wanted
  onSave: (wanted: Wanted) => void
}

function LocationCard({ entry, missing, file, asJson, onSave }: LocationCardProps) {
  const { system, metadata } = entry
  return (
    <section className={styles.place} aria-label={system}>
      <div className={styles.title}>
        <h4>{system}</h4>
        {metadata !== null && metadata !== 'N/A' && metadata.deleted && (
          <StatusChip {...deletedLook} label="Deleted" />
        )}
      </div>
      {entry.loading ? (
        <Waiting what={system} lines={2} />
      ) : metadata === 'N/A' || metadata === null ? (
        <Button disabledReason="This client has no file in this system." quietReason>
          {fileMessages.notApplicable}
        </Button>
      ) : (
        <>
          <p className={styles.text}>
            {entry.id === StorageLocation.clientFile ? (
              <>
                {fileMessages.lastUploaded} <ShortTime at={metadata.blobTimestamp} />
              </>
            ) : (
              fileMessages.asJsonContent
            )}
          </p>
          <Downloads entry={entry} missing={missing} file={file} asJson={asJson} onSave={onSave} />
        </>
      )}
    </section>
  )
}

/** The plain download, and the JSON download that only the client file has. */
function Downloads({ entry, missing, file, asJson, onSave }: LocationCardProps) {
  const { id, system, downloading, downloadError } = entry
  const common = { busy: downloading, disabledReason: missing, quietReason: true }
  return (
    <>
      <div className={styles.buttons}>
        <Button
          {...common}
          icon={<Download aria-hidden="true" />}
          aria-label={`Download, ${system}`}
          onClick={() => onSave(file)}
        >
          Download
        </Button>
        {id === StorageLocation.clientFile && (
          <Button {...common} onClick={() => onSave(asJson)}>
            Download as Json
          </Button>
        )}
      </div>
      {downloadError !== null && <DownloadProblem why={downloadError} />}
    </>
  )
}
