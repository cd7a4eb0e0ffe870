import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

export type BannerKind = 'info' | 'warn' | 'bad'

const icons = { info: Info, warn: TriangleAlert, bad: OctagonAlert }

/** The strip at the lower edge of the window, where a part of a screen may show a banner that must move nothing. */
export const bannersId = 'banners'

export interface BannerProps {
  kind: BannerKind
  /** One button. */
  action?: ReactNode
  /** For content that appears late: placed below the controls and sticky at the lower edge, so that nothing moves. */
  atLowerEdge?: boolean
  children: ReactNode
}

/** A line about the state of the whole screen, shown while that state lasts. */
export function Banner({ kind, action, atLowerEdge = false, children }: BannerProps) {
  const Icon = icons[kind]
  return (
    <div
      className={styles.banner}
      data-kind={kind}
      data-edge={atLowerEdge || undefined}
      role={kind === 'bad' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  )
}
