import { Check, Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { savedNameToCome } from '../../lib/saved-name.ts'
import type { Wanted } from './downloads.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'
import { useDownload } from './use-download.ts'

interface DownloadButtonProps {
  wanted: Wanted
  /** Read aloud behind ‘Download’: the name of the file. */
  what: string
  /** Its name in the store, where that is known ahead: then the name it is saved under is told. */
  name?: string | undefined
  disabledReason?: string | null
}

/** Fetches one file; what goes wrong is told beside it. */
export function DownloadButton({ wanted, what, name, disabledReason = null }: DownloadButtonProps) {
  const { progress, start } = useDownload()
  const { kind } = progress
  const savedAs = name === undefined ? undefined : fileMessages.savedAs(savedNameToCome({ ...wanted, name }))
  return (
    <span className={styles.download}>
      <Button
        icon={kind === 'done' ? <Check aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={kind === 'busy'}
        disabledReason={disabledReason}
        quietReason
        aria-label={`Download ${what}`}
        {...(disabledReason === null && { 'data-tip': savedAs, 'aria-description': savedAs })}
        onClick={() => start(wanted)}
      >
        Download
      </Button>
      {kind === 'done' && <output className="sr-only">{what} has been saved.</output>}
      {kind === 'failed' && <DownloadProblem why={progress.why} />}
    </span>
  )
}

/** Why a file did not come. */
export function DownloadProblem({ why }: { why: string }) {
  const { downloadFailed } = fileMessages
  return <Problem>{why === downloadFailed ? why : `${downloadFailed}: ${why}`}</Problem>
}
