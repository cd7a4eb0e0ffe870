import styles from './skip-link.module.css'

/** The first stop of the keyboard: past bar and drawer to the content with the id `target`. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
