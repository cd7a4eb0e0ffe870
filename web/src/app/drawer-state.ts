import { useCallback, useState } from 'react'
import { useMedia } from '../ui/use-media.ts'
import { preferences, usePreferences } from '../components/preferences.ts'

/** How much of the drawer is visible: all of it, only icons, nothing, or all of it on top of the page. */
export type DrawerShape = 'open' | 'rail' | 'hidden' | 'overlay'

export interface DrawerState {
  shape: DrawerShape
  /** `aria-expanded` of the menu button: the whole drawer is visible. */
  expanded: boolean
  toggle: () => void
  close: () => void
}

/** The drawer by window width: pinned from 1280, a rail from 1024, an overlay below (ux §2.2). */
export function useDrawer(): DrawerState {
  const wide = useMedia('(min-width: 80em)')
  const medium = useMedia('(min-width: 64em)')
  const { drawer: chosen } = usePreferences()
  const [over, setOver] = useState(false)
  const close = useCallback(() => setOver(false), [])

  // A window that is made narrow again shows the page.
  if (medium && over) close()
  if (!medium)
    return {
      shape: over ? 'overlay' : 'hidden',
      expanded: over,
      toggle: () => setOver(!over),
      close,
    }
  const expanded = chosen === null ? wide : chosen === 'open'
  return {
    shape: expanded ? 'open' : 'rail',
    expanded,
    toggle: () => preferences.set({ drawer: expanded ? 'rail' : 'open' }),
    close,
  }
}
