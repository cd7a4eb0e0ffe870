import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handler } from '../../calls/context.ts'
import { findCertificate } from './store.ts'
import { detailsView } from './view.ts'

/** The published certificate of a client. */
export const details: Handler<typeof certificates.details> = async ({ agencyId, clientId }, ctx) => {
  const row = await findCertificate(ctx.db, agencyId, clientId)
  if (row === undefined) throw ctx.refuse('none')
  return detailsView(row)
}
