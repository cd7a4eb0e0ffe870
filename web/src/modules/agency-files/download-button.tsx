import { Check, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { savedNameToCome } from '../../lib/saved-name.ts'
import { download, type Wanted } from './downloads.ts'
import styles from './files.module.css'
import { fileMessages } from './messages.ts'

type Progress = { kind: 'idle' } | { kind: 'busy' } | { kind: 'done' } | { kind: 'failed'; why: string }

/** How long the success mark is shown. */
const doneMs = 2000

/** One download at a time, with its progress. */
function useDownload(): { progress: Progress; start: (wanted: Wanted) => void } {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const { kind } = progress
  useEffect(() => {
    if (kind !== 'done') return
    const timer = setTimeout(() => setProgress({ kind: 'idle' }), doneMs)
    return () => clearTimeout(timer)
  }, [kind])

  async function run(wanted: Wanted) {
    setProgress({ kind: 'busy' })
    const why = await download(wanted)
    setProgress(why === null ? { kind: 'done' } : { kind: 'failed', why })
  }
  return { progress, start: (wanted) => void run(wanted) }
}

interface DownloadButtonProps {
  wanted: Wanted
  /** The file's name, read aloud after ‘Download’. */
  what: string
  /** Its name in the store, if known beforehand; then the name it is saved under is shown. */
  name?: string | undefined
  disabledReason?: string | null
}

/** Downloads one file; a failure is shown next to it. */
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
        {...(disabledReason === null && { 'aria-description': savedAs })}
        onClick={() => start(wanted)}
      >
        Download
      </Button>
      {kind === 'done' && <output className="sr-only">{what} has been saved.</output>}
      {kind === 'failed' && <DownloadProblem why={progress.why} />}
    </span>
  )
}

/** Why a download failed. */
export function DownloadProblem({ why }: { why: string }) {
  const { downloadFailed } = fileMessages
  return <Problem>{why === downloadFailed ? why : `${downloadFailed}: ${why}`}</Problem>
}
