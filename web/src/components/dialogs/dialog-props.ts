import type { ReactNode } from 'react'

/**
 * light: Esc and a click outside close it; focus starts on the heading. confirm: Esc means no, a click outside does
 * nothing; focus starts on the `data-autofocus` element, the safe button. form: Esc presses the `data-leave` element,
 * which asks about what was typed. persistent: only its own buttons close it; Esc moves focus to the `data-leave` element.
 */
export type DialogKind = 'light' | 'confirm' | 'form' | 'persistent'

/** The specified widths in px (spec-001 §9). */
export type DialogWidth = 600 | 820 | 800 | 500

export interface DialogProps {
  kind: DialogKind
  title: string
  onClose: () => void
  /** Width in px, as specified. */
  size?: DialogWidth
  /** A call is in flight: nothing closes the dialog until it ends. */
  busy?: boolean
  children: ReactNode
  /** Buttons; they stay visible while the body scrolls. */
  footer?: ReactNode
}
