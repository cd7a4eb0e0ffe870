import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { findFocused } from './focused.ts'

export interface DialogFrameProps {
  role: 'dialog' | 'alertdialog'
  title: string
  /** Width in px; dialog.module.css lists those there are. */
  size: number
  busy: boolean
  /** Where focus starts: on the heading, or on what carries `data-autofocus`, else on the first control. */
  firstFocus: 'heading' | 'control'
  /** Given: a button in the corner closes it. */
  onClose?: (() => void) | undefined
  onEscape: (popup: HTMLElement) => void
  /** Left out: a press outside does nothing, and the dialog nods to show it. */
  onOutsidePress?: (() => void) | undefined
  children: ReactNode
  /** Buttons; they stay in sight while the body scrolls. */
  footer?: ReactNode
}

/** Gives where focus goes when the dialog closes: back to its opener or, when that is gone, to the heading of the screen. */
function useOpener() {
  const opener = useRef<Element | null>(null)
  // Runs ahead of autoFocus in the dialog's fields; an ordinary effect would find focus already inside.
  useInsertionEffect(() => {
    opener.current = findFocused()
  }, [])
  return () => {
    const { current } = opener
    const isThere = current instanceof HTMLElement && current.isConnected && current !== document.body
    return isThere ? current : document.querySelector<HTMLElement>('h1')
  }
}

/** True for the dialog that lies on top of all others; they are no children of each other, so the library cannot know. */
function isUppermost(popup: HTMLElement | null): popup is HTMLElement {
  return popup !== null && popup === [...document.querySelectorAll('[data-dialog]')].at(-1)
}

/** A control that is disabled lets go of the focus without a word; Tab goes on from in here. */
function useStrayTab(popup: () => HTMLElement | null) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const box = popup()
    if (event.key === 'Tab' && document.activeElement === document.body && isUppermost(box)) box.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What Esc and a press outside do; `nudges` counts the presses that did nothing. */
function useDismissal({ onEscape, onOutsidePress }: DialogFrameProps, popup: () => HTMLElement | null) {
  const [nudges, setNudges] = useState(0)
  function onOpenChange(_open: boolean, details: Dialog.Root.ChangeEventDetails) {
    const { reason, event } = details
    const box = popup()
    // It closes by being taken away; a key that something inside made use of is not meant for it.
    details.cancel()
    if (reason === 'escape-key' && !event.defaultPrevented && isUppermost(box)) onEscape(box)
    if (reason !== 'outside-press') return
    if (onOutsidePress) onOutsidePress()
    else setNudges((count) => count + 1)
  }
  return { nudge: nudges === 0 ? undefined : nudges % 2, onOpenChange }
}

/** A modal dialog, open for as long as it is rendered. */
export function DialogFrame(props: DialogFrameProps) {
  const { role, title, size, busy, firstFocus, onClose, children, footer } = props
  const popup = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const findOpener = useOpener()
  const { nudge, onOpenChange } = useDismissal(props, () => popup.current)
  useStrayTab(() => popup.current)

  function initialFocus() {
    if (popup.current?.contains(document.activeElement)) return false
    if (firstFocus === 'heading') return heading.current
    return popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true
  }

  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* Focus stays where it is while the backdrop is pressed. */}
        <Dialog.Backdrop className={styles.backdrop} onMouseDown={(event) => event.preventDefault()} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={popup}
            role={role}
            aria-modal="true"
            aria-busy={busy || undefined}
            data-dialog={size}
            data-nudge={nudge}
            className={styles.content}
            initialFocus={initialFocus}
            finalFocus={findOpener}
          >
            <div className={styles.head}>
              <Dialog.Title ref={heading} tabIndex={-1}>
                {title}
              </Dialog.Title>
              {onClose && <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />}
            </div>
            <div className={styles.body}>{children}</div>
            {footer !== undefined && <div className={styles.foot}>{footer}</div>}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
