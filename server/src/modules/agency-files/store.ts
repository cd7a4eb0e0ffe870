import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

/** Identifies a file: the key is a client id, the name of a log, or empty if the kind has only one file. */
export interface FileKey {
  agencyId: number
  kind: string
  location: number
  fileKey: string
}

const ofObject = ['place', 'object_name'] as const satisfies readonly Column<'agency_file'>[]
const columns = [
  ...ofObject,
  'name',
  'size',
  'sha256',
  'file_at',
  'stored_at',
  'deleted',
  'lines',
] as const satisfies readonly Column<'agency_file'>[]
const logColumns = [...columns, 'line_step', 'line_index'] as const satisfies readonly Column<'agency_file'>[]

/** Where the bytes of a file are stored. */
export type FileObject = Row<'agency_file', (typeof ofObject)[number]>

/** A listed file. */
export type FileRow = Row<'agency_file', (typeof columns)[number]>

/** A listed log with what is needed to find its lines. */
export type LogRow = Row<'agency_file', (typeof logColumns)[number]>

/** A file to be listed. */
export interface NewFile extends FileKey {
  place: string
  objectName: string
  name: string
  size: number
  sha256: string
  fileAt: Date
  storedAt: Date
  deleted: boolean
  uploadId: string
  lines: number
  lineStep: number
  lineIndex: readonly number[]
}

type KeyValues = [agencyId: number, kind: string, location: number, fileKey: string]
const byKey = 'agency_id = $1 and kind = $2 and location = $3 and file_key = $4'
const toValues = ({ agencyId, kind, location, fileKey }: FileKey): KeyValues => [
  agencyId,
  kind,
  location,
  fileKey,
]

const findFileSql = statement<KeyValues, FileRow>(
  'find_file',
  `select ${columns.join(', ')} from agency_file where ${byKey}`,
  { byKey: true },
)

/** A listed file; undefined if it is not listed. */
export async function findFile(db: ReadDb, key: FileKey): Promise<FileRow | undefined> {
  const [row] = await query(db, findFileSql, toValues(key))
  return row
}

const findLogSql = statement<KeyValues, LogRow>(
  'find_log',
  `select ${logColumns.join(', ')} from agency_file where ${byKey}`,
)

/** A listed log with its index; undefined if it is not listed. */
export async function findLog(db: ReadDb, agencyId: number, name: string): Promise<LogRow | undefined> {
  const [row] = await query(db, findLogSql, [agencyId, 'log', StorageLocation.log, name])
  return row
}

const listLogsSql = statement<[agencyId: number], FileRow>(
  'list_logs',
  `select ${columns.join(', ')} from agency_file where agency_id = $1 and kind = 'log'
order by file_at desc, file_key limit 1000`,
)

/** The logs of an agency, newest first. */
export function listLogs(db: ReadDb, agencyId: number): Promise<FileRow[]> {
  return query(db, listLogsSql, [agencyId])
}

const noteReplacedSql = statement<[...KeyValues, since: Date]>(
  'note_replaced_file',
  `insert into agency_file_leftover (place, object_name, since)
select place, object_name, $5 from agency_file where ${byKey} on conflict do nothing`,
)

/** Lists a file in place of its older version, whose object becomes a leftover; one at a time for an agency. */
export async function listFile(tx: Tx, file: NewFile): Promise<void> {
  await query(tx, noteReplacedSql, [...toValues(file), file.storedAt])
  const facts = {
    name: file.name,
    place: file.place,
    object_name: file.objectName,
    size: file.size,
    sha256: file.sha256,
    file_at: file.fileAt,
    stored_at: file.storedAt,
    deleted: file.deleted,
    upload_id: file.uploadId,
    lines: file.lines,
    line_step: file.lineStep,
    line_index: [...file.lineIndex],
  }
  await tx
    .insertInto('agency_file')
    .values({
      agency_id: file.agencyId,
      kind: file.kind,
      location: file.location,
      file_key: file.fileKey,
      ...facts,
    })
    .onConflict((on) =>
      on
        .columns(['agency_id', 'kind', 'location', 'file_key'])
        // Reuses the inserted value, so that the long index is sent only once.
        .doUpdateSet((row) => ({ ...facts, line_index: row.ref('excluded.line_index') })),
    )
    .execute()
  await forgetLeftover(tx, { place: file.place, object_name: file.objectName })
}

/** Takes a file off the list and returns its object, now a leftover; undefined if there is none. */
export async function unlistFile(tx: Tx, key: FileKey, at: Date): Promise<FileObject | undefined> {
  const object = await tx
    .deleteFrom('agency_file')
    .where('agency_id', '=', key.agencyId)
    .where('kind', '=', key.kind)
    .where('location', '=', key.location)
    .where('file_key', '=', key.fileKey)
    .returning(ofObject)
    .executeTakeFirst()
  if (object !== undefined) await noteLeftover(tx, object, at)
  return object
}

/** Records that an object belongs to no listed file, so that retention deletes it. */
export async function noteLeftover(tx: Tx, object: FileObject, at: Date): Promise<void> {
  await tx
    .insertInto('agency_file_leftover')
    .values({ place: object.place, object_name: object.object_name, since: at })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Removes the leftover record of an object that is listed now, or deleted. */
export async function forgetLeftover(tx: Tx, object: FileObject): Promise<void> {
  await tx
    .deleteFrom('agency_file_leftover')
    .where('place', '=', object.place)
    .where('object_name', '=', object.object_name)
    .execute()
}

const forgetLeftoversSql = statement<[places: string[], names: string[]]>(
  'forget_leftovers',
  `delete from agency_file_leftover l using unnest($1::text[], $2::text[]) as gone (place, object_name)
where l.place = gone.place and l.object_name = gone.object_name`,
)
const postponeLeftoversSql = statement<[places: string[], names: string[], since: Date]>(
  'postpone_leftovers',
  `update agency_file_leftover l set since = $3
from unnest($1::text[], $2::text[]) as stuck (place, object_name)
where l.place = stuck.place and l.object_name = stuck.object_name`,
)

const toArrays = (objects: readonly FileObject[]): [places: string[], names: string[]] => [
  objects.map(({ place }) => place),
  objects.map(({ object_name: name }) => name),
]

/** Saves the result of a retention run: objects that were deleted, and those to retry later. */
export async function settleLeftovers(
  tx: Tx,
  { gone, stuck, at }: { gone: readonly FileObject[]; stuck: readonly FileObject[]; at: Date },
): Promise<void> {
  await query(tx, forgetLeftoversSql, toArrays(gone))
  await query(tx, postponeLeftoversSql, [...toArrays(stuck), at])
}

/** Objects that have been leftovers since before this instant. */
export function listLeftoversBefore(db: ReadDb, before: Date, limit: number): Promise<FileObject[]> {
  return db
    .selectFrom('agency_file_leftover')
    .select(ofObject)
    .where('since', '<', before)
    .orderBy('since')
    .limit(limit)
    .execute()
}
