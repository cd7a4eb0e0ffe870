import { useLocation } from '@tanstack/react-router'

/** Gives the address of this tab with a client's certificate open, or none; search, order and page of the list stay. */
export function useClientAddress(): (clientId: string | null) => string {
  const { pathname, searchStr } = useLocation()
  return (clientId) => {
    const query = new URLSearchParams(searchStr)
    query.set('tab', 'certs')
    if (clientId === null) query.delete('client')
    else query.set('client', clientId)
    return `${pathname}?${query.toString()}`
  }
}
