import type { texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { findTexting } from './store.ts'
import { textingView } from './view.ts'

/** The texting record of an agency. */
export const agency: Handler<typeof texting.agency> = async ({ agencyId }, ctx) => {
  const row = await findTexting(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('noTexting')
  return textingView(row)
}
