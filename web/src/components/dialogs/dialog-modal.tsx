import { useEffect } from 'react'
import { DialogFrame } from '../../ui/dialog.tsx'
import { announce } from '../messages/announce.tsx'
import type { DialogProps } from './dialog-props.ts'
import { shortcuts } from '../keyboard/shortcuts.ts'

const findWayOut = (popup: HTMLElement) => popup.querySelector<HTMLElement>('[data-leave]')

/** Focuses the button that closes the dialog and announces it. */
function showWayOut(popup: HTMLElement): void {
  const way = findWayOut(popup)
  way?.focus()
  announce(`Press ${way?.textContent.trim() || 'Close'} to leave`)
}

/** The open Dialog; loaded when first needed. */
export function DialogModal({
  kind,
  title,
  onClose,
  size = 500,
  busy = false,
  children,
  footer,
}: DialogProps) {
  useEffect(() => shortcuts.suspend(), [])
  function onEscape(popup: HTMLElement) {
    if (busy) return
    if (kind === 'persistent') showWayOut(popup)
    else if (kind === 'form') findWayOut(popup)?.click()
    else onClose()
  }
  return (
    <DialogFrame
      role={kind === 'confirm' ? 'alertdialog' : 'dialog'}
      title={title}
      size={size}
      busy={busy}
      firstFocus={kind === 'light' ? 'heading' : 'control'}
      onClose={kind === 'light' ? onClose : undefined}
      onEscape={onEscape}
      onOutsidePress={kind === 'light' && !busy ? onClose : undefined}
      footer={footer}
    >
      {children}
    </DialogFrame>
  )
}
