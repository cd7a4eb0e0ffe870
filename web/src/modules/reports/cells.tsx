import { AgencyId } from '../../components/agency-id.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/local-time.tsx'
import { agencyPaths } from '../agencies/paths.ts'
import styles from './reports.module.css'

/** An agency id that links to the agency. */
export function AgencyCell({ agencyId }: { agencyId: number }) {
  return (
    <AgencyId
      agencyId={agencyId}
      link={(digits) => (
        <Link className={styles.agency} href={agencyPaths.detail(agencyId)} data-row-focus>
          {digits}
        </Link>
      )}
    />
  )
}

/** An instant in the format of all reports; nothing if null. */
export function TimeCell({ at }: { at: string | null }) {
  return at === null ? null : <LocalTime at={at} format="MM/DD/YYYY h:mm:ss a" />
}

/** A flag in words. */
export function toYesNo(flag: boolean): string {
  return flag ? 'Yes' : 'No'
}
