import { CopyButton } from '../../components/copy-button.tsx'
import styles from './reports.module.css'

/** A text with a copy button, visible while the cell is hovered or has focus. */
export function CopiedCell({ shown, text, what }: { shown: string; text: string; what: string }) {
  return (
    <span className={styles.copied}>
      <span>{shown}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
