import { useEffect, useState } from 'react'
import { reportUnshownFailure } from '../lib/requests/unshown-failure.ts'
import { useIsHere } from '../lib/use-is-here.ts'

type Progress = { kind: 'idle' } | { kind: 'busy' } | { kind: 'done' } | { kind: 'failed'; why: string }

/** How long a success is shown. */
const doneMs = 2000

/** One download at a time, with its progress. A failure after its button is gone is reported in a message about `what`. */
export function useDownload(what: string) {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const isHere = useIsHere()
  const { kind } = progress
  useEffect(() => {
    if (kind !== 'done') return
    const timer = setTimeout(() => setProgress({ kind: 'idle' }), doneMs)
    return () => clearTimeout(timer)
  }, [kind])

  /** `download` returns what went wrong, or null. */
  async function start(download: () => Promise<string | null>): Promise<void> {
    setProgress({ kind: 'busy' })
    const why = await download()
    if (why !== null && !isHere.current) reportUnshownFailure(`download of ${what} (${why})`)
    setProgress(why === null ? { kind: 'done' } : { kind: 'failed', why })
  }
  return { progress, start }
}
