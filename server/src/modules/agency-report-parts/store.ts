import type { LeftOutEntry } from '@agency-support/contract/entries'
import type { PartedReport } from '@agency-support/contract/modules/agency-report-parts'
import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import type { Tx } from '../../db/open.ts'
import { type Narrowed, query, type Row, statement } from '../../db/query.ts'

/** A report that was begun. */
export type DraftRow = Narrowed<
  Row<'agency_report_draft'>,
  { report: PartedReport; left_out: LeftOutEntry[] }
>

const dropSql = statement<[agencyId: number, report: PartedReport]>(
  'drop_report_draft',
  'delete from agency_report_draft where agency_id = $1 and report = $2',
)
const beginSql = statement<
  [agencyId: number, report: PartedReport, reportId: string, licensedSeats: number | null, at: Date]
>(
  'begin_report_draft',
  `insert into agency_report_draft (agency_id, report, report_id, licensed_seats, begun_at)
values ($1, $2, $3, $4, $5)
on conflict (agency_id, report) do update set report_id = excluded.report_id,
  licensed_seats = excluded.licensed_seats, begun_at = excluded.begun_at, committed_at = null,
  message = '', left_out = '[]'`,
)

/** Begins a report; replaces an uncommitted one of the same kind. */
export async function beginDraft(
  tx: Tx,
  draft: { agencyId: number; report: PartedReport; reportId: string; licensedSeats: number | null; at: Date },
): Promise<void> {
  const { agencyId, report, reportId, licensedSeats, at } = draft
  await query(tx, dropSql, [agencyId, report])
  await query(tx, beginSql, [agencyId, report, reportId, licensedSeats, at])
}

const lockSql = statement<[agencyId: number, reportId: string], DraftRow>(
  'lock_report_draft',
  'select * from agency_report_draft where agency_id = $1 and report_id = $2 for update',
)

/** A report of an agency, locked until the transaction ends; undefined without one. */
export async function lockDraft(tx: Tx, agencyId: number, reportId: string): Promise<DraftRow | undefined> {
  const [row] = await query(tx, lockSql, [agencyId, reportId])
  return row
}

const findPartSql = statement<[reportId: string, part: number], Pick<Row<'agency_report_part'>, 'entries'>>(
  'find_report_part',
  'select entries from agency_report_part where report_id = $1 and part = $2',
)
const sumSql = statement<[reportId: string], { bytes: number }>(
  'sum_report_parts',
  'select coalesce(sum(bytes), 0)::integer as bytes from agency_report_part where report_id = $1',
)
const addPartSql = statement<[reportId: string, part: number, bytes: number, entries: string]>(
  'add_report_part',
  'insert into agency_report_part (report_id, part, bytes, entries) values ($1, $2, $3, $4)',
)

/** The entries of a part as received; undefined if it has not arrived. */
export async function findPart(tx: Tx, reportId: string, part: number): Promise<string | undefined> {
  const [row] = await query(tx, findPartSql, [reportId, part])
  return row?.entries
}

/** Bytes of all parts of a report together. */
export async function sumParts(tx: Tx, reportId: string): Promise<number> {
  const [row] = await query(tx, sumSql, [reportId])
  return row?.bytes ?? 0
}

/** Stores a part of a report. */
export async function addPart(tx: Tx, reportId: string, part: number, entries: string): Promise<void> {
  await query(tx, addPartSql, [reportId, part, Buffer.byteLength(entries), entries])
}

const listSql = statement<[reportId: string], Pick<Row<'agency_report_part'>, 'part' | 'entries'>>(
  'list_report_parts',
  'select part, entries from agency_report_part where report_id = $1 order by part',
)

/** The parts of a report that have arrived, in order. */
export function listParts(tx: Tx, reportId: string): Promise<{ part: number; entries: string }[]> {
  return query(tx, listSql, [reportId])
}

const commitSql = statement<[reportId: string, at: Date, message: string, leftOut: string]>(
  'commit_report_draft',
  'update agency_report_draft set committed_at = $2, message = $3, left_out = $4::jsonb where report_id = $1',
)
const dropPartsSql = statement<[reportId: string]>(
  'drop_report_parts',
  'delete from agency_report_part where report_id = $1',
)

/** Marks a report as committed, with its answer, and deletes its parts. */
export async function commitDraft(
  tx: Tx,
  reportId: string,
  answered: { at: Date; message: string; leftOut: readonly LeftOutEntry[] },
): Promise<void> {
  await query(tx, commitSql, [reportId, answered.at, answered.message, JSON.stringify(answered.leftOut)])
  await query(tx, dropPartsSql, [reportId])
}

/** Deletes reports that were begun before an instant, with their parts, up to `limit`; returns how many. */
export const deleteDraftsBefore = makeDeleteOldest('agency_report_draft', {
  key: ['report_id'],
  at: 'begun_at',
})
