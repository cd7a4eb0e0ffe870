import styles from './skip-link.module.css'

/** A keyboard link that skips to the element with id `target`; by default past bar and drawer. */
export function SkipLink({ target, label = 'Skip to content' }: { target: string; label?: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
    >
      {label}
    </a>
  )
}
