import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReadOnly } from '../lib/read-only.ts'
import styles from './lower-edge.module.css'

/**
 * Banners and the read-only notice at the lower edge of the window, so that nothing moves when they appear; the
 * notice lets clicks through.
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
