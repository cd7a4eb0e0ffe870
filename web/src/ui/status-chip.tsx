import type { LucideIcon } from 'lucide-react'
import styles from './status-chip.module.css'

export type StatusRole = 'ok' | 'bad' | 'warn' | 'info' | 'neutral'

export interface StatusChipProps {
  role: StatusRole
  /** Its shape conveys the meaning without colour. */
  icon: LucideIcon
  /** Text; never only a colour. */
  label: string
}

/** Colour and icon of a status. */
export type ChipStyle = Pick<StatusChipProps, 'role' | 'icon'>

/** A status: icon, text and colour together. */
export function StatusChip({ role, icon: Icon, label }: StatusChipProps) {
  return (
    <span className={styles.chip} data-role={role}>
      <Icon aria-hidden="true" />
      {label}
    </span>
  )
}
