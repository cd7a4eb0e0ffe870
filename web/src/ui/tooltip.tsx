import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { underAnchor } from './popup.tsx'
import popupStyles from './popup.module.css'
import styles from './tooltip.module.css'

export interface TooltipProps {
  anchor: Element
  /** Its parent element, to whose landmark or dialog it belongs. */
  container: HTMLElement
  /** Called on Esc, or a press anywhere. */
  onClose: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
  children: ReactNode
}

/** A tooltip, open while mounted; it can be hovered. */
export function Tooltip({ anchor, container, onClose, children, ...pointer }: TooltipProps) {
  return (
    <Base.Root open onOpenChange={onClose}>
      {/* Its wrapper would be one more item of a bar, with a gap of its own. */}
      <Base.Portal container={container} className={popupStyles.spot}>
        <Base.Positioner {...underAnchor} anchor={anchor} align="center" className={styles.layer}>
          <Base.Popup role="tooltip" className={styles.tip} {...pointer}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
