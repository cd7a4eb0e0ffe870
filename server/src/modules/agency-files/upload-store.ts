import { keyedRowsOf, type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A file on its way. */
export interface UploadRow {
  upload_id: string
  agency_id: number
  kind: string
  location: number
  client_id: string
  name: string
  size: number
  sha256: string
  file_at: Date
  deleted: boolean
  finished_at: Date | null
}

/** A file as it is announced. */
export interface AnnouncedFile {
  uploadId: string
  agencyId: number
  kind: string
  location: number
  clientId: string
  name: string
  size: number
  sha256: string
  fileTimestamp: string
  deleted: boolean
  commandId: number | null
}

// An announcement made again brings the facts that may have changed since, and the upload that is open.
const open = `insert into agency_upload
(upload_id, agency_id, kind, location, client_id, name, size, sha256, file_at, deleted, command_id, opened_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (agency_id, kind, location, client_id, name, sha256) where finished_at is null
do update set file_at = excluded.file_at, deleted = excluded.deleted, command_id = excluded.command_id,
  size = excluded.size, opened_at = excluded.opened_at
returning upload_id`
const countOpen =
  'select count(*)::integer as open from agency_upload where agency_id = $1 and finished_at is null'

/** Opens an upload and returns its id, which is that of an open one of the same content. */
export async function openUploadOf(tx: Tx, file: AnnouncedFile, at: Date): Promise<string> {
  const [row] = await rowsOf<{ upload_id: string }>(tx, open, [
    file.uploadId,
    file.agencyId,
    file.kind,
    file.location,
    file.clientId,
    file.name,
    file.size,
    file.sha256,
    file.fileTimestamp,
    file.deleted,
    file.commandId,
    at,
  ])
  if (row === undefined) throw new Error('an upload without an id')
  return row.upload_id
}

/** How many uploads of an agency are under way. */
export async function openUploads(tx: Tx, agencyId: number): Promise<number> {
  const [row] = await rowsOf<{ open: number }>(tx, countOpen, [agencyId])
  return row?.open ?? 0
}

const byId = `select upload_id, agency_id, kind, location, client_id, name, size, sha256, file_at, deleted, finished_at
from agency_upload where upload_id = $1 and agency_id = $2`

/** An upload of this agency, or undefined. */
export async function findUpload(
  db: ReadDb,
  agencyId: number,
  uploadId: string,
): Promise<UploadRow | undefined> {
  const [row] = await keyedRowsOf<UploadRow>(db, byId, [uploadId, agencyId])
  return row
}

const finish = `update agency_upload set finished_at = $2 where upload_id = $1 and finished_at is null returning 1`

/** Ends an upload; false when it had ended. */
export async function endUpload(tx: Tx, uploadId: string, at: Date): Promise<boolean> {
  return (await rowsOf(tx, finish, [uploadId, at])).length > 0
}

const drop = 'delete from agency_upload where upload_id = $1 and finished_at is null'

/** Forgets an upload that came to nothing. */
export async function dropUpload(tx: Tx, uploadId: string): Promise<void> {
  await rowsOf(tx, drop, [uploadId])
}

const finishedOnes = `select upload_id, kind, name, location, client_id from agency_upload
where agency_id = $1 and upload_id = any($2::uuid[]) and finished_at is not null`

/** Those of an agency's uploads that arrived. */
export function finishedUploads(
  db: ReadDb | Tx,
  agencyId: number,
  uploadIds: readonly string[],
): Promise<Pick<UploadRow, 'upload_id' | 'kind' | 'name' | 'location' | 'client_id'>[]> {
  return rowsOf(db, finishedOnes, [agencyId, uploadIds])
}

const old = `delete from agency_upload where upload_id in (
  select upload_id from agency_upload where opened_at < $1 order by opened_at limit $2) returning upload_id, finished_at`

/** Forgets some uploads announced before this instant: how many, and which of them never arrived. */
export async function dropUploadsBefore(
  tx: Tx,
  before: Date,
  most: number,
): Promise<{ dropped: number; dead: string[] }> {
  const rows = await rowsOf<{ upload_id: string; finished_at: Date | null }>(tx, old, [before, most])
  const dead = rows.filter(({ finished_at }) => finished_at === null).map(({ upload_id }) => upload_id)
  return { dropped: rows.length, dead }
}
