import { useLayoutEffect } from 'react'

/**
 * Sets `data-<mark>` on the root element while `isOn`, for a style of the whole page. Not `:root:has(…)`: the browser
 * then works out every style of the page anew whenever anything in it comes or goes, a typed letter included.
 */
export function useRootMark(mark: 'banners' | 'sticky-line', isOn: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute(`data-${mark}`, isOn)
    return () => document.documentElement.removeAttribute(`data-${mark}`)
  }, [mark, isOn])
}
