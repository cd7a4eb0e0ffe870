import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'upload_id',
  'agency_id',
  'kind',
  'location',
  'client_id',
  'name',
  'size',
  'sha256',
  'file_at',
  'deleted',
  'command_id',
  'finished_at',
] as const satisfies readonly Column<'agency_upload'>[]

/** An upload. */
export type UploadRow = Row<'agency_upload', (typeof columns)[number]>

/** A file as announced. */
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

const findOpenSizeSql = statement<
  [agencyId: number, kind: string, location: number, clientId: string, name: string, sha256: string],
  Pick<Row<'agency_upload'>, 'size'>
>(
  'find_open_upload_size',
  `select size from agency_upload where agency_id = $1 and kind = $2 and location = $3 and client_id = $4
and name = $5 and sha256 = $6 and finished_at is null for update`,
)

/** The announced size of an open upload with the same content; locks the upload until the transaction ends. */
export async function findOpenSize(tx: Tx, file: AnnouncedFile): Promise<number | undefined> {
  const { agencyId, kind, location, clientId, name, sha256 } = file
  const [row] = await query(tx, findOpenSizeSql, [agencyId, kind, location, clientId, name, sha256])
  return row?.size
}

/** Marks an upload as being copied to a store; false if it was already marked. */
export async function noteCopy(tx: Tx, uploadId: string): Promise<boolean> {
  const result = await tx
    .updateTable('agency_upload')
    .set({ copied: true })
    .where('upload_id', '=', uploadId)
    .where('copied', '=', false)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes that mark, because nothing was stored. */
export async function forgetCopy(tx: Tx, uploadId: string): Promise<void> {
  await tx.updateTable('agency_upload').set({ copied: false }).where('upload_id', '=', uploadId).execute()
}

/** Opens an upload, or finds an open one of the same content; returns its id. */
export async function ensureUpload(tx: Tx, file: AnnouncedFile, at: Date): Promise<string> {
  const facts = {
    size: file.size,
    file_at: file.fileTimestamp,
    deleted: file.deleted,
    command_id: file.commandId,
    opened_at: at,
  }
  const row = await tx
    .insertInto('agency_upload')
    .values({
      upload_id: file.uploadId,
      agency_id: file.agencyId,
      kind: file.kind,
      location: file.location,
      client_id: file.clientId,
      name: file.name,
      sha256: file.sha256,
      ...facts,
    })
    // A repeated announcement updates facts that may have changed, and returns the open upload.
    .onConflict((on) =>
      on
        .columns(['agency_id', 'kind', 'location', 'client_id', 'name', 'sha256'])
        .where('finished_at', 'is', null)
        .doUpdateSet(facts),
    )
    .returning('upload_id')
    .executeTakeFirstOrThrow()
  return row.upload_id
}

/** The number of open uploads of an agency. */
export async function countOpenUploads(tx: Tx, agencyId: number): Promise<number> {
  const row = await tx
    .selectFrom('agency_upload')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('agency_id', '=', agencyId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.open
}

const findUploadSql = statement<[uploadId: string, agencyId: number], UploadRow>(
  'find_upload',
  `select ${columns.join(', ')} from agency_upload where upload_id = $1 and agency_id = $2`,
  { byKey: true },
)

/** An upload of this agency; undefined if there is none. */
export async function findUpload(
  db: ReadDb,
  agencyId: number,
  uploadId: string,
): Promise<UploadRow | undefined> {
  const [row] = await query(db, findUploadSql, [uploadId, agencyId])
  return row
}

/** Marks an upload as finished; false if it was finished before. */
export async function endUpload(tx: Tx, uploadId: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('agency_upload')
    .set({ finished_at: at })
    .where('upload_id', '=', uploadId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes an upload that failed. */
export async function dropUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx
    .deleteFrom('agency_upload')
    .where('upload_id', '=', uploadId)
    .where('finished_at', 'is', null)
    .execute()
}

const finishedColumns = [
  'kind',
  'name',
  'location',
  'client_id',
] as const satisfies readonly Column<'agency_upload'>[]
type FinishedRow = Row<'agency_upload', (typeof finishedColumns)[number]>

const listFinishedUploadsSql = statement<[agencyId: number, uploadIds: readonly string[]], FinishedRow>(
  'list_finished_uploads',
  `select ${finishedColumns.join(', ')} from agency_upload
where agency_id = $1 and upload_id = any($2::uuid[]) and finished_at is not null`,
)

/** Those of an agency's uploads that have arrived. */
export function listFinishedUploads(
  db: ReadDb | Tx,
  agencyId: number,
  uploadIds: readonly string[],
): Promise<FinishedRow[]> {
  return query(db, listFinishedUploadsSql, [agencyId, uploadIds])
}

/** Deletes some uploads announced before an instant; returns their ids. */
export async function dropUploadsBefore(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('agency_upload')
    .where('upload_id', 'in', (old) =>
      old
        .selectFrom('agency_upload')
        .select('upload_id')
        .where('opened_at', '<', before)
        .orderBy('opened_at')
        .limit(limit),
    )
    .where('opened_at', '<', before)
    .returning('upload_id')
    .execute()
  return rows.map(({ upload_id }) => upload_id)
}
