import { TriangleAlert } from 'lucide-react'
import { useReadOnly } from '../lib/read-only.ts'
import styles from './read-only-notice.module.css'

/**
 * Says on every screen that changes cannot be saved at the moment. It lies in the empty edge below the screen and takes
 * no clicks, so that nothing moves and nothing is hit by mistake.
 */
export function ReadOnlyNotice() {
  const isOn = useReadOnly()
  return (
    <div className={styles.place} role="status">
      {isOn && (
        <p className={styles.notice}>
          <TriangleAlert aria-hidden="true" />
          Changes cannot be saved at the moment. Reading still works.
        </p>
      )}
    </div>
  )
}
