import { useLocation } from '@tanstack/react-router'

/**
 * Returns the address of this tab with a client's certificate open (null: none); search, sorting and page of the list
 * are kept.
 */
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
