import { LoadingLine } from '../../ui/loading-line.tsx'
import styles from './load-bar.module.css'

/** Shown while loading; red after a failure, whose text the table shows. */
export function LoadBar({ what, loading, failed }: { what: string; loading: boolean; failed: boolean }) {
  if (!loading && !failed) return <div className={styles.room} />
  return <LoadingLine className={styles.bar} what={what} failed={!loading} />
}
