import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { agencyList } from './agency-address.ts'

/** The agency list as last seen in this tab: its address with the search, and its index in the history. */
let last: { href: string; step: number } | null = null

/** Remembers the list on screen, for the back button. */
export function useRememberedList(): void {
  const { href, pathname, state } = useLocation()
  const step = state.__TSR_index
  useEffect(() => {
    // While the next screen loads, the list is still rendered but the address has already changed.
    if (pathname === agencyList) last = { href, step }
  }, [href, pathname, step])
}

/**
 * Returns to the list with its search; if it is the previous history entry, by going back, which restores the scroll
 * position.
 */
export function useBackToList(): () => void {
  const { history, navigate } = useRouter()
  return () => {
    if (last !== null && history.location.state.__TSR_index === last.step + 1) history.back()
    else void navigate({ href: last?.href ?? agencyList })
  }
}
