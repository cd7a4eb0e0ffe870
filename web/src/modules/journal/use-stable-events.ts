import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { useMemo, useState } from 'react'

/** The newest event shown of one list; null while the list was empty. */
interface Top {
  of: string
  id: number | null
}

/**
 * The events of a list as it was when it was opened: newer ones wait until they are requested, so that no row moves
 * under the pointer. An empty list shows them immediately. `of` identifies the list by its query.
 */
export function useStableEvents(entries: readonly JournalEntry[] | undefined, of: string) {
  const [top, setTop] = useState<Top | null>(null)
  const newest = entries?.[0]?.id ?? null
  const isKnown = top !== null && top.of === of && top.id !== null
  // Set during rendering, so that no intermediate frame shows the list.
  if (!isKnown && newest !== null) setTop({ of, id: newest })
  const highest = isKnown ? top.id : newest
  const shown = useMemo(() => entries?.filter(({ id }) => id <= (highest ?? 0)), [entries, highest])
  return {
    shown,
    waiting: (entries?.length ?? 0) - (shown?.length ?? 0),
    show: () => setTop({ of, id: newest }),
  }
}
