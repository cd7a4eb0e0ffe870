import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface OverlayNavProps {
  /** Name for screen readers. */
  label: string
  opened: boolean
  /** Esc and a press beside it. */
  onClose: () => void
  className: string | undefined
  /** Class of what lies between it and the page. */
  veilClassName: string | undefined
  children: ReactNode
}

/** A navigation over the page that holds the focus while it is open. */
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
