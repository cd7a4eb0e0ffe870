import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import { findFocused, findNext, type Place, placeOf } from './focused.ts'

export interface DialogFrameProps {
  role: 'dialog' | 'alertdialog'
  title: string
  /** Width in px; dialog.module.css lists the possible ones. */
  size: number
  busy: boolean
  /** Initial focus: the heading, or the `data-autofocus` element, otherwise the first control. */
  firstFocus: 'heading' | 'control'
  /** If given, a button in the corner closes it. */
  onClose?: (() => void) | undefined
  onEscape: (popup: HTMLElement) => void
  /** If omitted, a press outside does nothing, and the dialog shakes to show it. */
  onOutsidePress?: (() => void) | undefined
  children: ReactNode
  /** Buttons; they stay visible while the body scrolls. */
  footer?: ReactNode
}

/** What opened each dialog. */
const openers = new WeakMap<Element, Element>()

/** An opener that can have the focus again; of one in a dialog that is closed, the opener of that dialog. */
function findUsable(opener: Element | null | undefined): HTMLElement | null {
  if (!(opener instanceof HTMLElement) || opener === document.body) return null
  if (opener.isConnected) return opener
  const closed = opener.closest('[data-dialog]')
  return closed && findUsable(openers.get(closed))
}

/** The element to focus when the dialog closes: its opener or, if that is gone, what is in its place. */
function useOpener() {
  const opener = useRef<Element | null>(null)
  const place = useRef<Place | null>(null)
  // Runs before autoFocus in the dialog's fields; an ordinary effect would find focus already inside.
  useInsertionEffect(() => {
    opener.current = findFocused()
    place.current = opener.current && placeOf(opener.current)
  }, [])
  return {
    find: (): HTMLElement | null =>
      findUsable(opener.current) ??
      (place.current && findNext(place.current)) ??
      document.querySelector<HTMLElement>('h1'),
    noteOf: (popup: Element) => opener.current && openers.set(popup, opener.current),
  }
}

/** True for the topmost dialog; dialogs are not nested in each other, so the library cannot know. */
function isUppermost(popup: HTMLElement | null): popup is HTMLElement {
  return popup !== null && popup === [...document.querySelectorAll('[data-dialog]')].at(-1)
}

/** A control that becomes disabled silently loses focus; Tab then continues inside the dialog. */
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

/** Handles Esc and presses outside; `nudges` counts the presses that did nothing. */
function useDismissal({ onEscape, onOutsidePress }: DialogFrameProps, popup: () => HTMLElement | null) {
  const [nudges, setNudges] = useState(0)
  function onOpenChange(_open: boolean, details: Dialog.Root.ChangeEventDetails) {
    const { reason, event } = details
    const box = popup()
    // The dialog closes by unmounting; a key already handled inside is not meant for it.
    details.cancel()
    if (reason === 'escape-key' && !event.defaultPrevented && isUppermost(box)) onEscape(box)
    if (reason !== 'outside-press') return
    if (onOutsidePress) onOutsidePress()
    else setNudges((count) => count + 1)
  }
  return { nudge: nudges === 0 ? undefined : nudges % 2, onOpenChange }
}

/** A modal dialog, open while mounted. */
export function DialogFrame(props: DialogFrameProps) {
  const { role, title, size, busy, firstFocus, onClose, children, footer } = props
  const popup = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useOpener()
  const { nudge, onOpenChange } = useDismissal(props, () => popup.current)
  useStrayTab(() => popup.current)

  function setPopup(box: HTMLDivElement | null) {
    popup.current = box
    if (box) opener.noteOf(box)
  }
  function initialFocus() {
    if (popup.current?.contains(document.activeElement)) return false
    if (firstFocus === 'heading') return heading.current
    return popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true
  }

  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* Pressing the backdrop does not move focus. */}
        <Dialog.Backdrop className={styles.backdrop} onMouseDown={(event) => event.preventDefault()} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            ref={setPopup}
            role={role}
            aria-modal="true"
            aria-busy={busy || undefined}
            data-dialog={size}
            data-nudge={nudge}
            className={styles.content}
            initialFocus={initialFocus}
            finalFocus={opener.find}
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
