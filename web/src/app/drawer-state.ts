import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** How much of the drawer is seen: all of it, its icons, nothing, or all of it over the page. */
export type DrawerShape = 'open' | 'rail' | 'hidden' | 'overlay'

export interface DrawerState {
  shape: DrawerShape
  /** What the menu button tells: is the whole drawer in sight. */
  expanded: boolean
  toggle: () => void
  close: () => void
}

const key = (user: string | null): string => `agency-support:drawer:${user ?? ''}`

function stored(user: string | null): boolean | null {
  const text = localStorage.getItem(key(user))
  return text === null ? null : text === 'open'
}

/** The drawer by the width of the window: pinned from 1280, a rail from 1024, over the page below (ux §2.2). */
export function useDrawer(user: string | null): DrawerState {
  const wide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false })
  const medium = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false })
  const [chosenBy, setChosenBy] = useState<Readonly<Record<string, boolean>>>({})
  const [over, setOver] = useState(false)

  if (!medium)
    return {
      shape: over ? 'overlay' : 'hidden',
      expanded: over,
      toggle: () => setOver(!over),
      close: () => setOver(false),
    }
  const expanded = chosenBy[key(user)] ?? stored(user) ?? wide
  return {
    shape: expanded ? 'open' : 'rail',
    expanded,
    toggle: () => {
      setChosenBy({ ...chosenBy, [key(user)]: !expanded })
      localStorage.setItem(key(user), expanded ? 'rail' : 'open')
    },
    close: () => undefined,
  }
}
