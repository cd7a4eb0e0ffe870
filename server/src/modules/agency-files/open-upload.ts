import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../../calls/context.ts'
import { getSpool } from './stored-file.ts'
import { ensureUpload, openUploads } from './upload-store.ts'

/** More than an agency's software sends at a time; it protects the disk that uploads gather on. */
const maxOpen = 100

/** Announces a file, or finds how far the same one has come. */
export const openUpload: Handler<typeof agencyFiles.openUpload> = async (file, ctx) => {
  const { agencyId } = ctx
  const announced = { ...file, agencyId, commandId: file.commandId ?? null, uploadId: randomUUID() }
  const uploadId = await ensureUpload(ctx.tx, announced, ctx.now)
  const isNew = uploadId === announced.uploadId
  if (isNew && (await openUploads(ctx.tx, agencyId)) > maxOpen) throw ctx.refuse('tooMany')
  return { uploadId, offset: isNew ? 0 : await getSpool(ctx.services).size(uploadId) }
}
