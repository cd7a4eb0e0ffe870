import { useEffect, useState } from 'react'
import { download, type Wanted } from './downloads.ts'

export type Progress =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'done' }
  | { kind: 'failed'; why: string }

/** The sign that a file has been saved stands this long. */
const doneMs = 2000

/** One download at a time, and how far it is. */
export function useDownload(): { progress: Progress; start: (wanted: Wanted) => void } {
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
