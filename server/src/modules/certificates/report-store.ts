import type { CertificateHolder, CertificatePolicy } from '@agency-support/contract/modules/certificates'
import type { Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** Locks an agency's record, creating it if needed, so that its reports run one after another. */
export async function lockOrCreateAgency(tx: Tx, agencyId: number): Promise<void> {
  await tx
    .insertInto('certificate_agency')
    .values({ agency_id: agencyId })
    .onConflict((on) => on.doNothing())
    .execute()
  await tx
    .selectFrom('certificate_agency')
    .select('agency_id')
    .where('agency_id', '=', agencyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A client's certificate after the latest reported event. */
export interface ReportedCertificate {
  clientId: string
  at: Date
  published: boolean
  name: string
  userEmail: string
  policies: readonly CertificatePolicy[]
  holders: readonly CertificateHolder[]
}

const upsertSql = statement<[agencyId: number, certificates: string]>(
  'upsert_certificates',
  `insert into certificate (agency_id, client_id, told_at, published, name, user_email, policies, holders)
select $1, "clientId", at, published, name, "userEmail", policies, holders
from jsonb_to_recordset($2::jsonb) as reported ("clientId" text, at timestamptz, published boolean, name text,
  "userEmail" text, policies jsonb, holders jsonb)
on conflict (agency_id, client_id) do update set
  told_at = excluded.told_at, published = excluded.published, name = excluded.name,
  user_email = excluded.user_email, policies = excluded.policies, holders = excluded.holders
where excluded.told_at >= certificate.told_at`,
)

/** Saves certificates, one per client; skips those older than what is stored. */
export async function saveCertificates(
  tx: Tx,
  agencyId: number,
  certificates: readonly ReportedCertificate[],
): Promise<void> {
  await query(tx, upsertSql, [agencyId, JSON.stringify(certificates)])
}

const countSql = statement<[agencyId: number], { clients: number }>(
  'count_certificates',
  'select count(*)::integer as clients from certificate where agency_id = $1 and published',
)

/** The number of an agency's clients with a published certificate. */
export async function countPublished(tx: Tx, agencyId: number): Promise<number> {
  const [row] = await query(tx, countSql, [agencyId])
  return row?.clients ?? 0
}
