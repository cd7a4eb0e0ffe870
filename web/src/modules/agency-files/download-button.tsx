import { Check, Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { notifyAgency } from '../../components/messages/notify.ts'
import { useDownload } from '../../components/use-download.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { savedNameToCome } from '../../lib/files/saved-name.ts'
import { useMedia } from '../../ui/use-media.ts'
import { download, type Wanted } from './downloads.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'

interface DownloadButtonProps {
  wanted: Wanted
  /** The file's name, read aloud after ‘Download’. */
  what: string
  /** Its name in the store, if known beforehand; then the name it is saved under is shown. */
  name?: string | undefined
  disabledReason?: string | undefined
}

/** Where a row has no room for why a download failed. */
export const narrowDownloads = '(width < 48em)'

/** Downloads one file; a failure is shown next to it, or in a narrow window at the lower edge. */
export function DownloadButton({ wanted, what, name, disabledReason }: DownloadButtonProps) {
  const { progress, start } = useDownload(what)
  const { kind } = progress
  const isNarrow = useMedia(narrowDownloads)
  const report = useEffectEvent(() => {
    if (progress.kind === 'failed' && isNarrow) notifyAgency.error(`${what}: ${toProblem(progress.why)}`)
  })
  useEffect(() => report(), [progress])
  const savedAs = name === undefined ? undefined : fileMessages.savedAs(savedNameToCome({ ...wanted, name }))
  return (
    <span className={styles.download}>
      <Button
        icon={kind === 'done' ? <Check aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={kind === 'busy'}
        disabledReason={disabledReason}
        quietReason
        aria-label={`Download ${what}`}
        {...(disabledReason === undefined && { 'aria-description': savedAs })}
        onClick={() => void start(() => download(wanted))}
      >
        <span className={styles.word}>Download</span>
      </Button>
      {kind === 'done' && <output className="sr-only">{what} has been saved.</output>}
      {kind === 'failed' && !isNarrow && (
        <Problem>
          {/* A row cuts off a long reason. */}
          <span data-tip={toProblem(progress.why)}>{toProblem(progress.why)}</span>
        </Problem>
      )}
    </span>
  )
}

function toProblem(why: string): string {
  const { downloadFailed } = fileMessages
  return why === downloadFailed ? why : `${downloadFailed}: ${why}`
}

/** Why a download failed. */
export const DownloadProblem = ({ why }: { why: string }) => <Problem>{toProblem(why)}</Problem>
