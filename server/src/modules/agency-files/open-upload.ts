import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../../calls/context.ts'
import { getSpool } from './stored-file.ts'
import { lockQuota, minCountedBytes } from './upload-quota.ts'
import { ensureUpload, countOpenUploads, findOpenSize } from './upload-store.ts'

/** Announces a file, or returns how much of the same one has arrived. */
export const openUpload: Handler<typeof agencyFiles.openUpload> = async (file, ctx) => {
  const { agencyId } = ctx
  const announced = { ...file, agencyId, commandId: file.commandId ?? null, uploadId: randomUUID() }
  // First, so that announcements of one agency run one after another.
  const count = await lockQuota(ctx.tx, agencyId, { config: ctx.services.config, now: ctx.now })
  const before = await findOpenSize(ctx.tx, announced)
  // A repeated announcement only counts its growth: the digest identifies the file.
  await count(before === undefined ? Math.max(file.size, minCountedBytes) : Math.max(0, file.size - before))
  const uploadId = await ensureUpload(ctx.tx, announced, ctx.now)
  const isNew = uploadId === announced.uploadId
  if (isNew && (await countOpenUploads(ctx.tx, agencyId)) > protocolNumbers.maxOpenUploads)
    throw ctx.refuse('tooMany')
  return { uploadId, offset: isNew ? 0 : await getSpool(ctx.services).size(uploadId) }
}
