import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
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

/** How a popup begins whose button was there before its code. */
export interface PopupStart {
  /** The button was pressed meanwhile. */
  opened: boolean
  /** A mouse rests on it. */
  pointed: boolean
  /** It had the focus. */
  focused: boolean
}

/** For the button of a popup: takes over focus, pointer and press from the one that stood in its place. */
export function useStart(start: PopupStart): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  const begin = useEffectEvent((button: HTMLButtonElement) => {
    if (start.focused) button.focus()
    if (start.pointed) enter(button)
    if (start.opened) button.click()
  })
  // Before the next key: without the focus it would go nowhere.
  useLayoutEffect(() => {
    if (ref.current !== null) begin(ref.current)
  }, [])
  return ref
}

/** A pointer that does not move tells a new button nothing. */
function enter(button: HTMLElement): void {
  const from = { bubbles: true, relatedTarget: button.parentElement }
  button.dispatchEvent(new PointerEvent('pointerover', { ...from, pointerType: 'mouse' }))
  button.dispatchEvent(new MouseEvent('mousemove', from))
}
