import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handler } from '../../calls/context.ts'
import { attachment } from '../../http/attachment.ts'
import { readAgencyName } from '../agencies/public.ts'
import { findCertificate } from './store.ts'
import { detailsView } from './view.ts'

/** A client's certificate as a PDF; every download is journalled. */
export const file: Handler<typeof certificates.file> = async ({ agencyId, clientId }, ctx) => {
  const [row, agencyName = ''] = await Promise.all([
    findCertificate(ctx.db, agencyId, clientId),
    readAgencyName(ctx.db, agencyId),
  ])
  if (row === undefined) throw ctx.refuse('none')
  // Imported lazily: with its fonts it takes thirty megabytes, which only a server that writes PDFs should use.
  const { writeCertificate } = await import('./pdf/certificate.ts')
  const body = await writeCertificate({
    agency: { agencyId, name: agencyName },
    client: { clientId, name: row.name },
    certificate: detailsView(row),
    at: ctx.now,
  })
  await ctx.append({
    event: 'certificates.downloaded',
    agencyId,
    subject: clientId,
    after: { name: row.name },
  })
  const headers = {
    'content-length': String(body.length),
    'content-disposition': attachment('certificate.pdf'),
  }
  return { stream: [body], headers }
}
