import { type Judged, type LeftOutEntry, nameEntries, toSummary } from '@agency-support/contract/entries'
import type { JudgedReport } from '@agency-support/contract/modules/agency-reports'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { dropNote, keepNote } from './store.ts'

/** What the caller appends: both events must be among those its call declares. */
export type NoteEntry = NewEntry<'agencyReports.notUnderstood' | 'agencyReports.understood'>

/** What noting needs of a call that takes a report: its agency, its transaction, and a way to answer. */
interface Taking {
  agencyId: number
  now: Date
  tx: Tx
  append(entry: NoteEntry): Promise<void>
  say(message: string): void
}

/**
 * Notes what of a report was not understood, for the tab of the agency and, where it is news, for its history; a report
 * that was understood completely takes the note away. Says so in the answer, and resolves with its items.
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
