import { useLayoutEffect } from 'react'

/**
 * Sets `data-<name>` on the root element while `isOn`, for page-wide styles. Not `:root:has(…)`: it makes the browser
 * recalculate all styles whenever an element appears or disappears, or a letter is typed.
 */
export function useRootAttribute(name: 'banners' | 'sticky-line', isOn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(`data-${name}`, isOn)
    return () => document.documentElement.removeAttribute(`data-${name}`)
  }, [name, isOn])
}
