import type {
  CertificateClient,
  CertificateDetails,
  CertificateHolder,
  CertificatePolicy,
} from '@agency-support/contract/modules/certificates'
import { compareText } from '@agency-support/contract/rules/text-order'
import type { CertificateRow, ClientRow } from './store.ts'

/** The clients by name, then by id. */
export function clientsView(rows: readonly ClientRow[]): CertificateClient[] {
  return rows
    .map(({ client_id, name, told_at }) => ({
      clientId: client_id,
      name,
      publishedDate: told_at.toISOString(),
    }))
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.clientId, b.clientId))
}

/** A certificate; the policy that expires last and the first holder by name come first. */
export function detailsView(row: CertificateRow): CertificateDetails {
  return {
    user: { email: row.user_email },
    publishedDate: row.told_at.toISOString(),
    policies: row.policies.map(policyView).sort((a, b) => compareText(b.expirationDate, a.expirationDate)),
    certificateHolders: row.holders.map(holderView).sort((a, b) => compareText(a.name, b.name)),
  }
}

function policyView({ policyNumber, carrier, effectiveDate, expirationDate }: CertificatePolicy) {
  return { policyNumber, carrier, effectiveDate, expirationDate }
}

function holderView({ id, name, address, email, additionalInsured }: CertificateHolder) {
  return { id, name, address, email, additionalInsured }
}
