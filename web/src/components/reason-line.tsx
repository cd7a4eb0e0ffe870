import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './reason-line.module.css'

export interface ReasonLineProps {
  id?: string
  /** Where the documents want it red. */
  red?: boolean
  /** How it is read out where it comes late or the documents want an alert. */
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Why somebody may look but not act: one quiet line, as it is no error. */
export function ReasonLine({ id, red = false, role, children }: ReasonLineProps) {
  return (
    <p id={id} role={role} className={styles.reason} data-red={red || undefined}>
      <Lock aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
