import { keyedRowsOf, type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** Which file is meant: the key is a client id, the name of a log, or empty where there is only one. */
export interface FileKey {
  agencyId: number
  kind: string
  location: number
  fileKey: string
}

/** Where the bytes of a file lie. */
export interface FileObject {
  place: string
  object_name: string
}

/** A listed file. */
export interface FileRow extends FileObject {
  name: string
  size: number
  sha256: string
  file_at: Date
  stored_at: Date
  deleted: boolean
  lines: number
}

/** A listed log with what is needed to find its lines. */
export interface LogRow extends FileRow {
  line_step: number
  line_index: number[]
}

/** A file that is to be listed. */
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

const columns = 'name, place, object_name, size, sha256, file_at, stored_at, deleted, lines'
const byKey = 'agency_id = $1 and kind = $2 and location = $3 and file_key = $4'
const one = `select ${columns} from agency_file where ${byKey}`
const oneLog = `select ${columns}, line_step, line_index from agency_file where ${byKey}`
const valuesOf = ({ agencyId, kind, location, fileKey }: FileKey) => [agencyId, kind, location, fileKey]

/** A listed file, or undefined. */
export async function findFile(db: ReadDb, key: FileKey): Promise<FileRow | undefined> {
  const [row] = await keyedRowsOf<FileRow>(db, one, valuesOf(key))
  return row
}

/** A listed log with its index, or undefined. */
export async function findLog(db: ReadDb, agencyId: number, name: string): Promise<LogRow | undefined> {
  const [row] = await rowsOf<LogRow>(db, oneLog, [agencyId, 'log', 8, name])
  return row
}

const logsOf = `select ${columns} from agency_file where agency_id = $1 and kind = 'log'
order by file_at desc, file_key limit 1000`

/** The logs of an agency, newest first. */
export function listLogs(db: ReadDb, agencyId: number): Promise<FileRow[]> {
  return rowsOf<FileRow>(db, logsOf, [agencyId])
}

// Two finished uploads of one file must not both believe that they were the first.
const lockAgency = 'select from agency where agency_id = $1 for no key update'
const replaced = `insert into agency_file_leftover (place, object_name, since)
select place, object_name, $5 from agency_file where ${byKey} on conflict do nothing`
const listed = `insert into agency_file (agency_id, kind, location, file_key, name, place, object_name, size, sha256,
  file_at, stored_at, deleted, upload_id, lines, line_step, line_index)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
on conflict (agency_id, kind, location, file_key) do update set name = excluded.name, place = excluded.place,
  object_name = excluded.object_name, size = excluded.size, sha256 = excluded.sha256, file_at = excluded.file_at,
  stored_at = excluded.stored_at, deleted = excluded.deleted, upload_id = excluded.upload_id, lines = excluded.lines,
  line_step = excluded.line_step, line_index = excluded.line_index`

/** Lists a file in place of its older version, whose object is left to the sweep. */
export async function listFile(tx: Tx, file: NewFile): Promise<void> {
  const key = valuesOf(file)
  await rowsOf(tx, lockAgency, [file.agencyId])
  await rowsOf(tx, replaced, [...key, file.storedAt])
  await rowsOf(tx, listed, [
    ...key,
    file.name,
    file.place,
    file.objectName,
    file.size,
    file.sha256,
    file.fileAt,
    file.storedAt,
    file.deleted,
    file.uploadId,
    file.lines,
    file.lineStep,
    file.lineIndex,
  ])
  await forgetLeftover(tx, { place: file.place, object_name: file.objectName })
}

const unlist = `delete from agency_file where ${byKey} returning place, object_name`

/** Takes a file off the list and returns where its bytes lie, now left over; undefined when there is none. */
export async function unlistFile(tx: Tx, key: FileKey, at: Date): Promise<FileObject | undefined> {
  const [object] = await rowsOf<FileObject>(tx, unlist, valuesOf(key))
  if (object !== undefined) await noteLeftover(tx, object, at)
  return object
}

const note = `insert into agency_file_leftover (place, object_name, since) values ($1, $2, $3) on conflict do nothing`
const forget = 'delete from agency_file_leftover where place = $1 and object_name = $2'
const forgetMany = `delete from agency_file_leftover l using unnest($1::text[], $2::text[]) as gone (place, object_name)
where l.place = gone.place and l.object_name = gone.object_name`
const postpone = `update agency_file_leftover l set since = $3
from unnest($1::text[], $2::text[]) as stuck (place, object_name)
where l.place = stuck.place and l.object_name = stuck.object_name`
const oldest = `select place, object_name from agency_file_leftover where since < $1 order by since limit $2`

/** Writes down that an object belongs to no listed file, so that it cannot be forgotten in its store. */
export async function noteLeftover(tx: Tx, object: FileObject, at: Date): Promise<void> {
  await rowsOf(tx, note, [object.place, object.object_name, at])
}

/** The object is listed now, or gone. */
export async function forgetLeftover(tx: Tx, object: FileObject): Promise<void> {
  await rowsOf(tx, forget, [object.place, object.object_name])
}

const columnsOf = (objects: readonly FileObject[]): string[][] => [
  objects.map(({ place }) => place),
  objects.map(({ object_name: name }) => name),
]

/** Takes stock after a sweep: these objects are gone, and those are to be tried again later. */
export async function settleLeftovers(
  tx: Tx,
  { gone, stuck, at }: { gone: readonly FileObject[]; stuck: readonly FileObject[]; at: Date },
): Promise<void> {
  await rowsOf(tx, forgetMany, columnsOf(gone))
  await rowsOf(tx, postpone, [...columnsOf(stuck), at])
}

/** Objects that have belonged to no file since before this instant. */
export function leftoversBefore(db: ReadDb, before: Date, most: number): Promise<FileObject[]> {
  return rowsOf<FileObject>(db, oldest, [before, most])
}
