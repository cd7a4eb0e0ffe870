import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { findToken } from './facts-store.ts'
import { tokensView } from './view.ts'

/** The facts of an agency's multifolder file. */
export const multifolderLog: Handler<typeof agencyFiles.multifolderLog> = async ({ agencyId }, ctx) => {
  const row = await findToken(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('none')
  return tokensView(row)
}
