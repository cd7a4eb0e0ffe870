import { AgencyId } from '../../components/agency-id.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Link } from '../../components/link.tsx'
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

/** A text with a copy button, visible while the cell is hovered or has focus. */
export function CopiedCell({ shown, text, what }: { shown: string; text: string; what: string }) {
  return (
    <span className={styles.copied}>
      <span>{shown}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
