import { useLayoutEffect } from 'react'

type Name = 'sticky-line'

/** How many mounted components want each attribute. */
const users = new Map<Name, number>()

function count(name: Name, change: 1 | -1): void {
  users.set(name, (users.get(name) ?? 0) + change)
  document.documentElement.toggleAttribute(`data-${name}`, users.get(name) !== 0)
}

/**
 * Sets `data-<name>` on the root element while `isOn`, for page-wide styles. Not `:root:has(…)`: it makes the browser
 * recalculate all styles whenever an element appears or disappears, or a letter is typed.
 */
export function useRootAttribute(name: Name, isOn: boolean): void {
  useLayoutEffect(() => {
    if (!isOn) return
    count(name, 1)
    // Later, because the component that replaces this one may want it too: removing the attribute and setting it again
    // would recalculate the styles of the whole page twice.
    return () => queueMicrotask(() => count(name, -1))
  }, [name, isOn])
}
