import { type RefObject, useEffect, useState } from 'react'

/** True while the element is too narrow for what it holds; such a box must be reachable by keyboard. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    for (const child of element.children) watcher.observe(child)
    return () => watcher.disconnect()
  }, [box])
  return overflows
}
