import { useLayoutEffect } from 'react'

/**
 * Sets `data-<name>` on the root element while `isOn`, for a style of the whole page. Not `:root:has(…)`: the browser
 * then works out every style of the page anew whenever anything in it comes or goes, a typed letter included.
 */
export function useRootAttribute(name: 'banners' | 'sticky-line', isOn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(`data-${name}`, isOn)
    return () => document.documentElement.removeAttribute(`data-${name}`)
  }, [name, isOn])
}
