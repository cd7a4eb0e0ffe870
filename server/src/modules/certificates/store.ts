import type { CertificateHolder, CertificatePolicy } from '@agency-support/contract/modules/certificates'
import type { ReadDb } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const ofClient = ['client_id', 'name', 'told_at'] as const satisfies readonly Column<'certificate'>[]
/** A client with a published certificate. */
export type ClientRow = Row<'certificate', (typeof ofClient)[number]>

const ofCertificate = [
  ...ofClient,
  'user_email',
  'policies',
  'holders',
] as const satisfies readonly Column<'certificate'>[]
/** A published certificate. */
export type CertificateRow = Narrowed<
  Row<'certificate', (typeof ofCertificate)[number]>,
  { policies: CertificatePolicy[]; holders: CertificateHolder[] }
>

const hasCertificatesSql = statement<[agencyId: number], { found: boolean }>(
  'has_certificates',
  'select exists (select 1 from certificate_agency where agency_id = $1) as found',
  { byKey: true },
)

/** True if the agency's software has reported certificates. */
export async function hasCertificates(db: ReadDb, agencyId: number): Promise<boolean> {
  const [row] = await query(db, hasCertificatesSql, [agencyId])
  return row?.found ?? false
}

const listClientsSql = statement<[agencyId: number], ClientRow>(
  'list_certificate_clients',
  `select ${ofClient.join(', ')} from certificate where agency_id = $1 and published`,
)

/** An agency's clients with a published certificate, unordered. */
export function listClients(db: ReadDb, agencyId: number): Promise<ClientRow[]> {
  return query(db, listClientsSql, [agencyId])
}

const findCertificateSql = statement<[agencyId: number, clientId: string], CertificateRow>(
  'find_certificate',
  `select ${ofCertificate.join(', ')} from certificate where agency_id = $1 and client_id = $2 and published`,
  { byKey: true },
)

/** The published certificate of a client; undefined when there is none. */
export async function findCertificate(
  db: ReadDb,
  agencyId: number,
  clientId: string,
): Promise<CertificateRow | undefined> {
  const [row] = await query(db, findCertificateSql, [agencyId, clientId])
  return row
}
