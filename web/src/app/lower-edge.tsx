import { TriangleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { bannersId } from '../ui/banner.tsx'
import { useReadOnly } from '../lib/requests/read-only.ts'
import styles from './lower-edge.module.css'

/**
 * Publishes the height of the strip as `--lower-edge` once it is more than the least, so that focus, what sticks, and the
 * end of the page stay clear of banners of several lines. It only grows while the window has one width: nothing moves
 * when a banner goes. It ends where the strip does, also in a window that has become lower.
 */
function useHeight(strip: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = strip
    if (current === null) return
    let [width, highest, count] = [0, 0, 0]
    const observer = new ResizeObserver(() => {
      if (current.offsetWidth !== width) highest = 0
      width = current.offsetWidth
      highest = Math.max(highest, current.offsetHeight)
      // Not set at the least height: a property of the root element recalculates the styles of the whole page.
      const isLeast = highest <= Math.ceil(Number.parseFloat(getComputedStyle(current).minHeight))
      document.documentElement.style.setProperty('--lower-edge', isLeast ? '' : `min(${highest}px, 50dvh)`)
      // While it scrolls, the keyboard must reach it. It scrolls from its end, so that what stands stays there as more
      // comes; a first banner that is longer than the strip is read from its beginning.
      current.tabIndex = current.scrollHeight > current.clientHeight ? 0 : -1
      if (count === 0) current.scrollTop = -current.scrollHeight
      count = current.firstElementChild?.childElementCount ?? 0
    })
    observer.observe(current)
    // What grows inside it does not make it grow once it is as high as may be.
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [strip])
}

/** A strip at the lower edge of the window, kept free for banners and the read-only notice. */
export function LowerEdge({ banners }: { banners: ReactNode }) {
  const isReadOnly = useReadOnly()
  const strip = useRef<HTMLDivElement>(null)
  useHeight(strip)
  return (
    <section ref={strip} aria-label="Notices" className={styles.place}>
      <div id={bannersId} className={styles.banners}>
        {banners}
      </div>
      <div role="status" data-print="hide">
        {isReadOnly && (
          <p className={styles.notice}>
            <TriangleAlert aria-hidden="true" />
            Changes cannot be saved at the moment. Reading still works.
          </p>
        )}
      </div>
    </section>
  )
}
