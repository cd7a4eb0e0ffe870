import { Check, Download } from 'lucide-react'
import { Button } from '../../kit/button.tsx'
import { Problem } from '../../kit/problem.tsx'
import type { Wanted } from './downloads.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'
import { useDownload } from './use-download.ts'

interface DownloadButtonProps {
  wanted: Wanted
  /** Read aloud behind ‘Download’: the name of the file. */
  what: string
  disabledReason?: string | null
}

/** Fetches one file; what goes wrong is told beside it. */
export function DownloadButton({ wanted, what, disabledReason = null }: DownloadButtonProps) {
  const { progress, start } = useDownload()
  const { kind } = progress
  return (
    <span className={styles.download}>
      <Button
        icon={kind === 'done' ? <Check aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={kind === 'busy'}
        disabledReason={disabledReason}
        quietReason
        aria-label={`Download ${what}`}
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
