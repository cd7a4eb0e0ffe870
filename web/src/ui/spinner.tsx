import styles from './spinner.module.css'

/** Turns while a call is in flight; an ellipsis for those who want no motion. In the colour of the text around it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
