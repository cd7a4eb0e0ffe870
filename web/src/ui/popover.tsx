import { Popover as Base } from '@base-ui/react/popover'
import { type ReactElement, type ReactNode, useState } from 'react'
import { underAnchor, usePlace } from './popup.tsx'
import popupStyles from './popup.module.css'

export interface PopoverProps {
  /** Accessible name. */
  label: string
  /** `note`: a text to read; hovering opens it, too. */
  role: 'dialog' | 'note'
  /** The button that opens it. */
  trigger: ReactElement
  className?: string | undefined
  children: ReactNode
}

/** A note opens after hovering this long, and closes as long after the pointer has left. */
const hoverMs = 200

/** A box that a button opens next to itself; focus stays on the button, and Tab enters the box. */
export function Popover({ label, role, trigger, className = '', children }: PopoverProps) {
  const [opened, setOpened] = useState(false)
  const { spot, portal } = usePlace()
  const hover = role === 'note' ? { openOnHover: true, delay: hoverMs, closeDelay: hoverMs } : {}
  return (
    <Base.Root open={opened} onOpenChange={setOpened}>
      <Base.Trigger {...hover} render={trigger} />
      {spot}
      {/* Unmounted immediately: by default the library waits a frame for animations. */}
      {opened && (
        <Base.Portal {...portal}>
          <Base.Positioner {...underAnchor}>
            <Base.Popup
              role={role}
              aria-label={label}
              initialFocus={false}
              className={`${popupStyles.box} ${className}`}
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  )
}
