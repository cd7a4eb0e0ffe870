import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

export type BannerKind = 'info' | 'warn' | 'bad'

const icons = { info: Info, warn: TriangleAlert, bad: OctagonAlert }

/** The strip at the lower edge of the window. */
export const bannersId = 'banners'

export interface BannerProps {
  kind: BannerKind
  /** One button. */
  action?: ReactNode
  /** About the screen as it is used, not about what it shows. */
  'data-print'?: 'hide'
  children: ReactNode
}

/** A line about the state of the whole screen, shown while that state lasts. */
export function Banner({ kind, action, children, ...rest }: BannerProps) {
  const Icon = icons[kind]
  return (
    <div className={styles.banner} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'} {...rest}>
      <Icon aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  )
}
