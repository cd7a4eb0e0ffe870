import styles from './loading-line.module.css'

interface LoadingLineProps {
  /** Where it lies and how high it is. */
  className: string | undefined
  /** What is loading; omitted: for the eye alone, because other words say it. */
  what?: string
  /** Red and still: the load has failed. */
  failed?: boolean
}

/** A line that moves while something loads; it stands still for those who want no motion. */
export function LoadingLine({ className, what, failed = false }: LoadingLineProps) {
  return (
    <div
      className={`${styles.line} ${className}`}
      data-failed={failed || undefined}
      {...(what === undefined
        ? { 'aria-hidden': true }
        : {
            role: 'progressbar',
            'aria-label': `Loading ${what}`,
            'aria-valuetext': failed ? 'Failed' : 'Loading',
          })}
    />
  )
}
