import type { ReactNode } from 'react'
import styles from './copied-text.module.css'
import { CopyButton } from './copy-button.tsx'

export interface CopiedTextProps {
  text: string
  /** Names the text on the copy button: ‘email ann@smith.test’. */
  what: string
  /** Shown instead of the text. */
  children?: ReactNode
}

/** A text with a button that copies it. */
export function CopiedText({ text, what, children = text }: CopiedTextProps) {
  return (
    <span className={styles.copied}>
      <span>{children}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
