import type { certificates } from '@agency-support/contract/modules/certificates'
import type { Handler } from '../../calls/context.ts'
import { hasCertificates, listClients } from './store.ts'
import { clientsView } from './view.ts'

/** Whether an agency uses certificates, and its clients with a published one. */
export const list: Handler<typeof certificates.list> = async ({ agencyId }, { db }) => {
  const [subscribed, clients] = await Promise.all([hasCertificates(db, agencyId), listClients(db, agencyId)])
  return { subscribed, clientsWithPublishedCertificates: clientsView(clients) }
}
