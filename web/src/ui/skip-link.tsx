import styles from './skip-link.module.css'

/** A stop of the keyboard that leads past something, to what has the id `target`: past bar and drawer, unless told. */
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
