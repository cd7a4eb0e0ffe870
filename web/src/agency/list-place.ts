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
 * Returns to the list with its search; if it is an earlier history entry, by going back to it, over the tabs opened
 * since, which restores the scroll position.
 */
export function useBackToList(): () => void {
  const { history, navigate } = useRouter()
  const step = useLocation({ select: ({ state }) => state.__TSR_index })
  useEffect(() => {
    // Whoever goes back beyond the list and on from there leaves no list in its place.
    if (last !== null && step <= last.step) last.step = Number.POSITIVE_INFINITY
  }, [step])
  return () => {
    if (last !== null && last.step < step) history.go(last.step - step)
    else void navigate({ href: last?.href ?? agencyList })
  }
}
