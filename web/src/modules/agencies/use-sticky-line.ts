import { useLayoutEffect } from 'react'

/** Mounted headers. */
let headers = 0

function count(change: 1 | -1): void {
  headers += change
  document.documentElement.toggleAttribute('data-sticky-line', headers !== 0)
}

/**
 * Sets `data-sticky-line` on the root element, for page-wide styles. Not `:root:has(…)`: it makes the browser recalculate
 * all styles whenever an element appears or disappears, or a letter is typed.
 */
export function useStickyLine(): void {
  useLayoutEffect(() => {
    count(1)
    // Later, because another agency's header may replace this one: removing the attribute and setting it again would
    // recalculate the styles of the whole page twice.
    return () => queueMicrotask(() => count(-1))
  }, [])
}
