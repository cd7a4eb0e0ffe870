import type { StaleForm } from '@agency-support/contract/modules/product-shapes'
import type { z } from 'zod'
import { Banner } from '../../ui/banner.tsx'
import { LocalTime } from '../../components/local-time.tsx'
import styles from './products.module.css'

export type Stale = z.output<typeof StaleForm>

/** A description or a list of agencies would hide the form that it is about. */
const mostShown = 120

function toShown(text: string): string {
  if (text === '') return 'empty'
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

/** What somebody else saved in this form meanwhile; saving again overwrites it knowingly. It comes late, so that it stands below the form. */
export function StaleNotice({ stale }: { stale: Stale }) {
  return (
    <Banner kind="warn" atLowerEdge>
      {stale.changedBy} saved this form at <LocalTime at={stale.changedAt} format="MM/DD/YYYY h:mm:ss a" />.
      Save again to overwrite it.
      {stale.fields.map(({ field, current, yours }) => (
        <span key={field} className={styles.stale}>
          {field}: <strong>{toShown(current)}</strong> now, yours <strong>{toShown(yours)}</strong>
        </span>
      ))}
    </Banner>
  )
}
