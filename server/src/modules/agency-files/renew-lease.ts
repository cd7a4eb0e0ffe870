import type { Ctx } from '../../calls/context.ts'
import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { renewCommandLease } from '../agency-commands/public.ts'
import type { UploadRow } from './upload-store.ts'

type Sending = Ctx<typeof agencyFiles.appendUpload> | Ctx<typeof agencyFiles.finishUpload>

/** Renews the lease of the command that a file is sent for, from the current time. */
export async function renewLease(ctx: Sending, upload: UploadRow): Promise<void> {
  const { agency_id: agencyId, command_id: commandId } = upload
  if (commandId === null) return
  const { clock, config } = ctx.services
  const held = { agencyId, commandId, at: clock.now(), leaseSeconds: config.commandLeaseSeconds }
  await ctx.bookkeeping((tx) => renewCommandLease(tx, held))
}
