import type { CertificateEvent, certificates } from '@agency-support/contract/modules/certificates'
import type { Ctx, Handler } from '../../calls/context.ts'
import { type Counted, insertEvents, noteReport, takeNewEvents } from '../agency-reports/public.ts'
import {
  countPublished,
  lockOrCreateAgency,
  type ReportedCertificate,
  saveCertificates,
} from './report-store.ts'

type Report = typeof certificates.report
type News = Counted<CertificateEvent>

/** Applies reported events; events that were reported before change nothing. */
export const report: Handler<Report> = async ({ events }, ctx) => {
  if (events.length > 0) await takeEvents(events, ctx)
  return noteReport(ctx, 'certificates', ctx.judged)
}

async function takeEvents(events: readonly CertificateEvent[], ctx: Ctx<Report>): Promise<void> {
  const { agencyId, tx } = ctx
  // Serialises reports of one agency, so that the second one sees what the first stored.
  await lockOrCreateAgency(tx, agencyId)
  const newEvents = await takeNewEvents(events, ctx.now, (counted) =>
    insertEvents(tx, 'certificate_event', agencyId, counted),
  )
  if (newEvents.length === 0) return
  const before = await countPublished(tx, agencyId)
  // Of several events of one client the latest counts.
  const last = new Map(newEvents.map((event) => [event.clientId, toCertificate(event)]))
  await saveCertificates(tx, agencyId, [...last.values()])
  const withdrawn = newEvents.filter(({ kind }) => kind === 'withdrawn').length
  await ctx.append({
    event: 'certificates.reported',
    agencyId,
    before: { clients: before },
    after: {
      clients: await countPublished(tx, agencyId),
      published: newEvents.length - withdrawn,
      withdrawn,
    },
  })
}

function toCertificate(event: News): ReportedCertificate {
  const { clientId, when: at } = event
  if (event.kind === 'withdrawn')
    return { clientId, at, published: false, name: '', userEmail: '', policies: [], holders: [] }
  const { name, user, policies, certificateHolders } = event
  return { clientId, at, published: true, name, userEmail: user.email, policies, holders: certificateHolders }
}
