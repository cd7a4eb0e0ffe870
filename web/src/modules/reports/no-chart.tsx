import styles from './charts.module.css'
import { reportMessages } from './messages.ts'

/** Why a report has no chart; undefined while loading, and when it has one. `isWhole`: all its rows were loaded. */
export function whyNoChart(rows: readonly unknown[] | undefined, isWhole: boolean): string | undefined {
  if (!isWhole) return reportMessages.tooManyForCharts
  return rows?.length === 0 ? reportMessages.nothingToChart : undefined
}

/** Says in the place of a chart why there is none, so that the table below stays where it is; nothing while loading. */
export function NoChart({ why }: { why: string | undefined }) {
  return why !== undefined && <p className={styles.none}>{why}</p>
}
