import { type Judged, type LeftOutEntry, nameEntries, toSummary } from '@agency-support/contract/entries'
import type { JudgedReport } from '@agency-support/contract/modules/agency-reports'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { dropNote, keepNote } from './store.ts'

/** Journal rows for the caller to append: its call must declare both events. */
export type NoteEntry = NewEntry<'agencyReports.notUnderstood' | 'agencyReports.understood'>

/** What recording needs from a call that receives a report. */
interface Taking {
  agencyId: number
  now: Date
  tx: Tx
  append(entry: NoteEntry): Promise<void>
  say(message: string): void
}

/**
 * Records what was not understood of a report, for the agency's tab and, if it is new, for its history; a report that
 * was fully understood removes the record. Mentions it in the answer, and returns the entries.
 */
export async function noteReport(
  { agencyId, now, tx, append, say }: Taking,
  report: JudgedReport,
  lists: readonly Judged[],
): Promise<LeftOutEntry[]> {
  const summary = toSummary(lists)
  const entries = nameEntries(lists)
  say(summary)
  if (summary === '') {
    if (await dropNote(tx, agencyId, report))
      await append({ event: 'agencyReports.understood', agencyId, subject: report })
  } else if (await keepNote(tx, { agencyId, report, summary, entries, at: now }))
    await append({ event: 'agencyReports.notUnderstood', agencyId, subject: report, reason: summary })
  return entries
}
