import type { LeftOutEntry } from '@agency-support/contract/entries'
import type { JudgedReport } from '@agency-support/contract/modules/agency-reports'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'report',
  'summary',
  'entries',
  'noted_at',
] as const satisfies readonly Column<'agency_report_note'>[]

/** What was not understood of the latest report of a kind. */
export type NoteRow = Narrowed<
  Row<'agency_report_note', (typeof columns)[number]>,
  { report: JudgedReport; entries: LeftOutEntry[] }
>

const listNotesSql = statement<[agencyId: number], NoteRow>(
  'list_report_notes',
  `select ${columns.join(', ')} from agency_report_note where agency_id = $1 order by report`,
  { byKey: true },
)

/** What was not understood of an agency's latest reports, by kind. */
export function listNotes(db: ReadDb, agencyId: number): Promise<NoteRow[]> {
  return query(db, listNotesSql, [agencyId])
}

const keepNoteSql = statement<
  [agencyId: number, report: JudgedReport, summary: string, entries: string, at: Date]
>(
  'keep_report_note',
  `insert into agency_report_note (agency_id, report, summary, entries, noted_at) values ($1, $2, $3, $4, $5)
on conflict (agency_id, report) do update set
  summary = excluded.summary, entries = excluded.entries, noted_at = excluded.noted_at
where (agency_report_note.summary, agency_report_note.entries) is distinct from (excluded.summary, excluded.entries)
returning 1`,
)

/** Saves what was not understood; false if the same is already saved. */
export async function keepNote(
  tx: Tx,
  note: { agencyId: number; report: JudgedReport; summary: string; entries: LeftOutEntry[]; at: Date },
): Promise<boolean> {
  const { agencyId, report, summary, entries, at } = note
  const kept = await query(tx, keepNoteSql, [agencyId, report, summary, JSON.stringify(entries), at])
  return kept.length > 0
}

const dropNoteSql = statement<[agencyId: number, report: JudgedReport]>(
  'drop_report_note',
  'delete from agency_report_note where agency_id = $1 and report = $2 returning 1',
)

/** Deletes the record; false if there was none. */
export async function dropNote(tx: Tx, agencyId: number, report: JudgedReport): Promise<boolean> {
  return (await query(tx, dropNoteSql, [agencyId, report])).length > 0
}
