import { OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './problem.module.css'

/** What went wrong, beside what it is about; read aloud as soon as it is there. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} role="alert" className={styles.problem}>
      <OctagonAlert aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
