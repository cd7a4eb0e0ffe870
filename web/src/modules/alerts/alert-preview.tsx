import { alertCategories, alertFeatures, getAlertLabel } from '@agency-support/contract/rules/alerts'
import styles from './alerts.module.css'
import { PriorityChip } from './priority-chip.tsx'

interface AlertPreviewProps {
  category: number
  priority: number
  feature: number
  message: string
}

/** The alert as shown in an agency's software. */
export function AlertPreview({ category, priority, feature, message }: AlertPreviewProps) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3>As agencies see it</h3>
      <div className={styles.card}>
        <p>
          <PriorityChip priority={priority} /> <strong>{getAlertLabel(alertCategories, category)}</strong>{' '}
          <span className={styles.muted}>{getAlertLabel(alertFeatures, feature)}</span>
        </p>
        <p className={styles.message}>
          {message.trim() === '' ? <span className={styles.muted}>No message yet</span> : message.trim()}
        </p>
      </div>
    </section>
  )
}
