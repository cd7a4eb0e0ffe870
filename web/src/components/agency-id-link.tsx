import { agencyAddress } from '../agency/agency-address.ts'
import { AgencyId } from './agency-id.tsx'
import styles from './agency-id.module.css'
import { Link } from './link.tsx'

/** An agency id that links to the agency; in a table the target of the row's focus. */
export function AgencyIdLink({ agencyId }: { agencyId: number }) {
  return (
    <AgencyId
      agencyId={agencyId}
      link={(digits) => (
        <Link className={styles.link} href={agencyAddress(agencyId)} data-row-focus>
          {digits}
        </Link>
      )}
    />
  )
}
