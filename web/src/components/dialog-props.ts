import type { ReactNode } from 'react'

/**
 * light: Esc and a click outside close it; focus starts on the heading.
 * confirm: Esc means no, a click outside does nothing; focus starts on what carries `data-autofocus`, the safe button.
 * persistent: only its own buttons close it; Esc moves focus to what carries `data-leave`.
 */
export type DialogKind = 'light' | 'confirm' | 'persistent'

/** Widths in px as the documents give them (spec-001 §9). */
export type DialogWidth = 600 | 820 | 800 | 500

export interface DialogProps {
  kind: DialogKind
  title: string
  opened: boolean
  onClose: () => void
  /** Width in px, as the documents give it. */
  size?: DialogWidth
  /** A call runs: nothing closes the dialog until it ends. */
  busy?: boolean
  children: ReactNode
  /** Buttons; they stay in sight while the body scrolls. */
  footer?: ReactNode
}
