import styles from './charts.module.css'

/** Says in the place of a chart why there is none, so that the table below stays where it is; nothing while loading. */
export function NoChart({ why }: { why: string | undefined }) {
  return why !== undefined && <p className={styles.none}>{why}</p>
}
