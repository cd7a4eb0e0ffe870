import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handler } from '../../calls/context.ts'
import { readAgencyName } from '../agencies/public.ts'
import { encodeToken } from './token.ts'

/** The URL of a client's certificate. The token is not journalled: anybody who has it may see the certificate. */
export const encodeUrl: Handler<typeof certificates.encodeUrl> = async ({ agencyId, clientId }, ctx) => {
  const { certificateKeys, certificateBaseUrl } = ctx.services.config
  if ((await readAgencyName(ctx.db, agencyId)) === undefined) throw ctx.refuse('noAgency')
  await ctx.append({ event: 'certificates.urlEncoded', agencyId, subject: clientId })
  return `${certificateBaseUrl}/${encodeToken(certificateKeys, { agencyId, clientId, issued: ctx.now })}`
}
