import { type ReactNode, useState } from 'react'
import styles from './popup.module.css'

/** Placement of all popups: below the start of the anchor, above it if there is no room, always inside the window. */
export const underAnchor = {
  className: styles.layer,
  positionMethod: 'fixed',
  side: 'bottom',
  align: 'start',
  sideOffset: 6,
  collisionPadding: 8,
} as const

/**
 * Where a popup is in the DOM: right after its anchor, so that Tab reaches it next and it belongs to the same
 * landmark, row or dialog. Render `spot` there; spread `portal` on the library's Portal.
 */
export function usePlace(): {
  spot: ReactNode
  portal: { container: HTMLElement | null; className: string | undefined }
} {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return {
    spot: <span ref={setContainer} className={styles.spot} />,
    portal: { container, className: styles.spot },
  }
}
