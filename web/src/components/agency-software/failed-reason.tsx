import styles from './failed-reason.module.css'

interface FailedReasonProps {
  /** What it is the reason of, for screen readers. */
  label: string
  text: string
}

/** Why the agency's software did not do something, cut where the reserved room ends: after `--lines` lines. */
export function FailedReason({ label, text }: FailedReasonProps) {
  // What is cut is in the tooltip, also by keyboard, and scrolls when tapped. A group: a landmark for each would hide
  // those of the page.
  const reachable = { role: 'group', tabIndex: 0, 'aria-label': label }
  return (
    <span className={styles.reason} data-tip={text} {...reachable}>
      {text}
    </span>
  )
}
