import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a list whose rows open something in its place, named by a parameter of the address: where opening or closing it
 * takes away what had the focus, the focus goes to the way back, or to the row it was opened from; `isThere`: once what
 * is opened is shown.
 */
export function useFocusAcross(
  parameter: string,
  value: string | null,
  { isThere = true } = {},
): RefObject<HTMLDivElement | null> {
  const parts = useRef<HTMLDivElement>(null)
  const last = useRef(value)
  useEffect(() => {
    const before = last.current
    if (before === value || !isThere) return
    last.current = value
    // Outside, where nothing is focused or the whole tab is.
    if (document.activeElement?.contains(parts.current) !== true) return
    const links = [...(parts.current?.querySelectorAll('a') ?? [])]
    const row = links.find(({ search }) => new URLSearchParams(search).get(parameter) === before)
    const found = value === null ? (row ?? parts.current?.querySelector('input')) : links[0]
    found?.focus()
  }, [parameter, value, isThere])
  return parts
}
