import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface OverlayNavProps {
  /** Accessible name. */
  label: string
  opened: boolean
  /** Called on Esc and on a press outside. */
  onClose: () => void
  className: string | undefined
  /** Class of the backdrop. */
  veilClassName: string | undefined
  children: ReactNode
}

/** A navigation on top of the page that traps focus while open. */
export function OverlayNav({ label, opened, onClose, className, veilClassName, children }: OverlayNavProps) {
  return (
    <Dialog.Root open={opened} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilClassName} />
        <Dialog.Popup render={<nav />} role="navigation" aria-label={label} className={className}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
