import { padAgencyId } from '@agency-support/contract/ids'
import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handler } from '../../calls/context.ts'
import { decodeToken } from './token.ts'

/** The content of one of our URLs or tokens. */
export const decodeUrl: Handler<typeof certificates.decodeUrl> = ({ urlToken }, ctx) => {
  const content = decodeToken(ctx.services.config.certificateKeys, urlToken)
  if (content === undefined) throw ctx.refuse('foreign')
  const { agencyId, clientId, issued } = content
  return { agencyId: padAgencyId(agencyId), clientId, issued: issued.toISOString() }
}
