import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './reason-line.module.css'

export interface ReasonLineProps {
  id?: string | undefined
  /** Where the specification demands red. */
  red?: boolean
  /** The ARIA role if it appears late or the specification demands an alert. */
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Why somebody may look but not act: one quiet line, because it is not an error. */
export function ReasonLine({ id, red = false, role, children }: ReasonLineProps) {
  return (
    <p id={id} role={role} className={styles.reason} data-red={red || undefined}>
      <Lock aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
