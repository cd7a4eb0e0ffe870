import type { StaleForm } from '@agency-support/contract/modules/product-shapes'
import type { z } from 'zod'
import { Banner } from '../../ui/banner.tsx'
import { LocalTime } from '../../components/local-time.tsx'
import styles from './products.module.css'

export type Stale = z.output<typeof StaleForm>

/** What somebody else saved in this form meanwhile; saving again overwrites it knowingly. */
export function StaleNotice({ stale }: { stale: Stale }) {
  return (
    <Banner kind="warn">
      {stale.changedBy} saved this form at <LocalTime at={stale.changedAt} format="MM/DD/YYYY h:mm:ss a" />.
      Save again to overwrite it.
      <ul className={styles.stale}>
        {stale.fields.map(({ field, current, yours }) => (
          <li key={field}>
            {field}: <strong>{current === '' ? 'empty' : current}</strong> now, yours{' '}
            <strong>{yours === '' ? 'empty' : yours}</strong>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
