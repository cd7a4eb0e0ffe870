import { type ReactNode, useState } from 'react'
import styles from './popup.module.css'

/** How every popup lies: under the start of its anchor, above it where there is no room, always inside the window. */
export const underAnchor = {
  className: styles.layer,
  positionMethod: 'fixed',
  side: 'bottom',
  align: 'start',
  sideOffset: 6,
  collisionPadding: 8,
} as const

/**
 * Where a popup stands in the page: right after its anchor, so that Tab comes to it next and it counts as part of the
 * landmark, row or dialog it belongs to. `spot` is rendered there, `portal` goes on the library's Portal.
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
