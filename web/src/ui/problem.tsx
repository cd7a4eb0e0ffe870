import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './problem.module.css'

/** An error next to what it is about; announced when it appears. */
export function Problem({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <span id={id} role="alert" className={styles.problem}>
      <OctagonAlert aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
