import type { LeftOutEntry } from '@agency-support/contract/entries'
import { type agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { FileType } from '@agency-support/contract/rules/agency-files'
import { createHash } from 'node:crypto'
import type { Ctx, Handler } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import { readStorage } from '../agencies/public.ts'
import { type Content, isRead, parseContent, UnreadableFile } from './content.ts'
import { renewLease } from './renew-lease.ts'
import { writeToStore, OtherBytes } from './write-file.ts'
import { listUpload } from './list-upload.ts'
import type { Spool } from './spool.ts'
import { noteLeftover } from './store.ts'
import { reachable, getSpool } from './stored-file.ts'
import { lockQuota } from './upload-quota.ts'
import { dropUpload, findUpload, forgetCopy, noteCopy, type UploadRow } from './upload-store.ts'

type Finish = typeof agencyFiles.finishUpload

/** Verifies, stores and lists a complete upload; idempotent. */
export const finishUpload: Handler<Finish> = async ({ uploadId }, ctx) => {
  const upload = await findUpload(ctx.db, ctx.agencyId, uploadId)
  if (upload === undefined) throw ctx.refuse('gone')
  const spool = getSpool(ctx.services)
  if (upload.finished_at !== null) {
    // The process that finished it may have ended before it did this.
    await spool.remove(uploadId)
    return []
  }
  await renewLease(ctx, upload)
  let leftOut: LeftOutEntry[]
  try {
    leftOut = await finish(ctx, upload, spool)
  } catch (error) {
    // A concurrent request may have finished the upload and deleted its bytes.
    if (await isFinished(ctx, uploadId)) return []
    if (error instanceof UnreadableFile) {
      await ctx.bookkeeping((tx) => dropUpload(tx, uploadId))
      await spool.remove(uploadId)
      throw ctx.refuse('unreadable', { problem: error.message })
    }
    if (!(error instanceof OtherBytes)) throw error
    await spool.remove(uploadId)
    throw ctx.refuse('mismatch')
  }
  await spool.remove(uploadId)
  return leftOut
}

async function isFinished({ db, agencyId }: Ctx<Finish>, uploadId: string): Promise<boolean> {
  const upload = await findUpload(db, agencyId, uploadId)
  return upload !== undefined && upload.finished_at !== null
}

async function finish(ctx: Ctx<Finish>, upload: UploadRow, spool: Spool): Promise<LeftOutEntry[]> {
  const { upload_id: id, size } = upload
  if ((await spool.size(id)) !== size) throw new OtherBytes('not the announced length')
  const content = await readContent(upload, spool)
  const storage = await readStorage(ctx.db, ctx.agencyId)
  const kept = await reachable(
    writeToStore(upload, ctx.services.stores.forAgency(storage), {
      bytes: () => spool.stream(id, size),
      note: (object) =>
        ctx.bookkeeping(async (tx) => {
          await countCopy(tx, ctx, upload)
          await noteLeftover(tx, object, ctx.now)
        }),
      // If this fails too, the caller should see why the copy failed.
      failed: () => ctx.bookkeeping((tx) => forgetCopy(tx, id)).catch(() => undefined),
    }),
  )
  const leftOut = await listUpload(ctx, upload, { ...kept, content })
  if (upload.command_id !== null) ctx.services.live.hint('agencyCommands', ctx.agencyId)
  return leftOut
}

/** An announcement covers one copy; concurrent finish requests could otherwise fill the store with more. */
async function countCopy(
  tx: Tx,
  { agencyId, services: { config }, now }: Ctx<Finish>,
  { upload_id: id, size }: UploadRow,
): Promise<void> {
  if (await noteCopy(tx, id)) return
  const count = await lockQuota(tx, agencyId, { config, now })
  await count(size)
}

async function readContent(upload: UploadRow, spool: Spool): Promise<Content> {
  if (!isRead(upload.kind)) return { kind: 'kept' }
  const bytes = upload.size === 0 ? Buffer.alloc(0) : await spool.bytes(upload.upload_id)
  if (createHash('sha256').update(bytes).digest('hex') !== upload.sha256)
    throw new OtherBytes('not the announced digest')
  return parseContent(upload.kind as FileType, bytes)
}
