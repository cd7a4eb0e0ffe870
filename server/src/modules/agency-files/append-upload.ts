import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { Readable } from 'node:stream'
import type { Handler } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { isDiskFull } from '../../providers/object-store.ts'
import { renewLease } from './renew-lease.ts'
import { getSpool } from './stored-file.ts'
import { TooManyBytes } from './spool.ts'
import { findUpload } from './upload-store.ts'

const cutOff = 'The connection broke. The upload goes on where it stopped.'
const noRoom = 'There is no room for uploads at the moment. Please try again later.'

/** Writes the next bytes of an upload to disk as they arrive, without buffering them. */
export const appendUpload: Handler<typeof agencyFiles.appendUpload> = async ({ uploadId, offset }, ctx) => {
  const upload = await findUpload(ctx.db, ctx.agencyId, uploadId)
  if (upload === undefined || upload.finished_at !== null) throw ctx.refuse('gone')
  const spool = getSpool(ctx.services)
  const arrived = await spool.size(uploadId)
  if (offset !== arrived) throw ctx.refuse('wrongOffset', { uploadId, offset: arrived })
  try {
    await spool.append(uploadId, offset, ctx.request.upload ?? Readable.from([]), upload.size - offset)
  } catch (error) {
    if (error instanceof TooManyBytes) throw ctx.refuse('tooLarge')
    // Checked first: a failed write also aborts the request's stream, which looks as if the caller had hung up.
    if (isDiskFull(error))
      throw new HttpFailure(503, noRoom, { headers: { 'retry-after': '60' }, cause: error })
    if (ctx.request.upload?.readableAborted === true) throw new HttpFailure(400, cutOff, { cause: error })
    throw error
  } finally {
    await renewLease(ctx, upload)
  }
  return { uploadId, offset: await spool.size(uploadId) }
}
