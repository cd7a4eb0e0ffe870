import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { announce } from './announce.tsx'
import { IconButton } from './button.tsx'
import type { DialogProps } from './dialog-props.ts'
import styles from './dialog.module.css'
import { shortcuts } from './shortcuts.ts'

/** Gives where focus goes when the dialog closes: back to its opener or, when that is gone, to the heading of the screen. */
function useOpener() {
  const opener = useRef<Element | null>(null)
  // Runs ahead of autoFocus in the dialog's fields; an ordinary effect would find focus already inside.
  useInsertionEffect(() => {
    opener.current = document.activeElement
  }, [])
  return () => {
    const { current } = opener
    const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body
    return isThere ? current : document.querySelector<HTMLElement>('h1')
  }
}

/** True for the dialog that lies on top of all others; they are no children of each other, so the library cannot know. */
function isUppermost(popup: HTMLElement | null): boolean {
  return popup !== null && popup === [...document.querySelectorAll('[data-dialog]')].at(-1)
}

/** A control that is disabled lets go of the focus without a word; Tab goes on from in here. */
function useStrayTab(popup: () => HTMLElement | null) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab' && document.activeElement === document.body && isUppermost(popup()))
      popup()?.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What Esc and a press outside do to each kind of dialog; `nudges` counts the presses that did nothing. */
function useLeaving({ kind, busy = false, onClose }: DialogProps, popup: () => HTMLElement | null) {
  const [nudges, setNudges] = useState(0)
  function onEscape() {
    if (busy) return
    if (kind !== 'persistent') return onClose()
    const way = popup()?.querySelector<HTMLElement>('[data-leave]')
    way?.focus()
    announce(`Press ${way?.textContent.trim() || 'Close'} to leave`)
  }
  function onOpenChange(_open: boolean, details: Base.Root.ChangeEventDetails) {
    const { reason, event } = details
    // It closes by being told to; a key that something inside made use of is not meant for it.
    details.cancel()
    if (reason === 'escape-key') {
      if (!event.defaultPrevented && isUppermost(popup())) onEscape()
    } else if (reason === 'outside-press') {
      if (kind === 'light' && !busy) onClose()
      else setNudges((count) => count + 1)
    }
  }
  return { nudges, onOpenChange }
}

/** What Dialog shows while it is open; loaded when first needed. */
export function DialogModal(props: DialogProps) {
  const { kind, title, onClose, size = 500, busy = false, children, footer } = props
  const popup = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const findOpener = useOpener()
  const { nudges, onOpenChange } = useLeaving(props, () => popup.current)
  useStrayTab(() => popup.current)
  useEffect(() => shortcuts.suspend(), [])

  function initialFocus() {
    if (popup.current?.contains(document.activeElement)) return false
    if (kind === 'light') return heading.current
    return popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true
  }

  return (
    <Base.Root open onOpenChange={onOpenChange}>
      <Base.Portal>
        {/* Focus stays where it is while the backdrop is pressed. */}
        <Base.Backdrop className={styles.backdrop} onMouseDown={(event) => event.preventDefault()} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            role={kind === 'confirm' ? 'alertdialog' : 'dialog'}
            aria-modal="true"
            aria-busy={busy || undefined}
            data-dialog={size}
            data-nudge={nudges === 0 ? undefined : nudges % 2}
            className={styles.content}
            initialFocus={initialFocus}
            finalFocus={findOpener}
          >
            <div className={styles.head}>
              <Base.Title ref={heading} tabIndex={-1}>
                {title}
              </Base.Title>
              {kind === 'light' && (
                <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
              )}
            </div>
            <div className={styles.body}>{children}</div>
            {footer !== undefined && <div className={styles.foot}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
