import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { agencyList } from './agency-address.ts'

/** The agency list as it was seen last in this tab: its address with the search, and which step of the history it was. */
let last: { href: string; step: number } | null = null

/** Remembers the list that is on the screen, for the way back. */
export function useRememberedList(): void {
  const { href, pathname, state } = useLocation()
  const step = state.__TSR_index
  useEffect(() => {
    // While the next screen loads, the list still stands and the address is already that screen's.
    if (pathname === agencyList) last = { href, step }
  }, [href, pathname, step])
}

/** Leads back to the list with its search; straight from it as the browser's own Back does, to the row one had scrolled to. */
export function useBackToList(): () => void {
  const { history, navigate } = useRouter()
  return () => {
    if (last !== null && history.location.state.__TSR_index === last.step + 1) history.back()
    else void navigate({ href: last?.href ?? agencyList })
  }
}
