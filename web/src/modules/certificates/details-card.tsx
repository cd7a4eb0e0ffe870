import { type CertificateDetails, certificates } from '@agency-support/contract/modules/certificates'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { Fact } from '../../ui/fact.tsx'
import styles from './certs-tab.module.css'
import { HoldersTable } from './holders-table.tsx'
import { toDetailsFailure } from './load-failure.ts'
import { certificateMessages } from './messages.ts'
import { certificatePaths } from './paths.ts'
import { PdfButton } from './pdf-button.tsx'
import { PoliciesTable } from './policies-table.tsx'
import { useClientAddress } from './use-client-address.ts'

interface DetailsCardProps {
  agencyId: number
  clientId: string
  /** Undefined for a client not in the list. */
  name: string | undefined
}

/** The certificate of a client. */
export function DetailsCard({ agencyId, clientId, name }: DetailsCardProps) {
  const toAddress = useClientAddress()
  const query = useQuery(callQuery(certificates.details, { agencyId, clientId }))
  const title = name === undefined ? `Client ${clientId}` : `${name}, ${clientId}`
  return (
    <TitledCard title={title} id="certificate">
      <Link className={styles.back} href={toAddress(null)}>
        <ArrowLeft aria-hidden="true" />
        All clients
      </Link>
      <CardState
        what="certificate"
        {...cardQuery(query, toDetailsFailure(query.error, clientId))}
        empty={query.data === null ? certificateMessages.noData : null}
      >
        {query.data && <Details agencyId={agencyId} clientId={clientId} certificate={query.data} />}
      </CardState>
    </TitledCard>
  )
}

interface DetailsProps {
  agencyId: number
  clientId: string
  certificate: CertificateDetails
}

function Details({ agencyId, clientId, certificate }: DetailsProps) {
  const { user, publishedDate, policies, certificateHolders } = certificate
  return (
    <>
      <dl className={styles.facts}>
        <Fact term="Published">
          <LocalTime at={publishedDate} format="MMM Do YYYY h:mm:ss a" />
        </Fact>
        <Fact term="Published by">
          <CopiedEmail address={user.email} />
        </Fact>
      </dl>
      <div className={styles.actions}>
        <PdfButton agencyId={agencyId} clientId={clientId} />
        <Link href={certificatePaths.encode(agencyId, clientId)}>Encode link for this client</Link>
      </div>
      <h3>Policies</h3>
      <PoliciesTable policies={policies} />
      <h3>Certificate Holders</h3>
      <HoldersTable holders={certificateHolders} />
    </>
  )
}
