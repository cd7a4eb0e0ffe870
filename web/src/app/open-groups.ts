import { useState } from 'react'

const keyOf = (user: string | null): string => `agency-support:groups:${user ?? ''}`

function stored(user: string | null): Readonly<Record<string, boolean>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** Which groups of the drawer are open, kept per person; undefined where nobody has said so yet. */
export function useOpenGroups(user: string | null) {
  const [opened, setOpened] = useState(() => stored(user))
  return {
    isOpen: (label: string): boolean | undefined => opened[label],
    setOpen(label: string, open: boolean): void {
      // The other groups may have changed since this one was drawn.
      const next = { ...stored(user), [label]: open }
      setOpened(next)
      localStorage.setItem(keyOf(user), JSON.stringify(next))
    },
  }
}
