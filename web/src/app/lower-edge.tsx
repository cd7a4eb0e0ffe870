import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReadOnly } from '../lib/read-only.ts'
import styles from './lower-edge.module.css'

/**
 * What is true of the whole console, at the lower edge of the window, so that nothing moves when it comes: its banners,
 * and that changes cannot be saved at the moment, which takes no clicks.
 */
export function LowerEdge({ banners }: { banners: ReactNode }) {
  const isOn = useReadOnly()
  return (
    <div className={styles.place}>
      <div className={styles.banners}>{banners}</div>
      <div role="status">
        {isOn && (
          <p className={styles.notice}>
            <TriangleAlert aria-hidden="true" />
            Changes cannot be saved at the moment. Reading still works.
          </p>
        )}
      </div>
    </div>
  )
}
