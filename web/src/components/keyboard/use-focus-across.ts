import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a list whose rows open something in its place, named by a parameter of the address. Where that removes the focused
 * element, the focus moves to the first link of what was opened, once `isThere`, or back to the row it was opened from.
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
    // Removing it leaves the focus on the body or on the tab's panel; anywhere else the person has put it there.
    if (document.activeElement?.contains(parts.current) !== true) return
    const links = [...(parts.current?.querySelectorAll('a') ?? [])]
    const row = links.find(({ search }) => new URLSearchParams(search).get(parameter) === before)
    const found = value === null ? (row ?? parts.current?.querySelector('input')) : links[0]
    found?.focus()
  }, [parameter, value, isThere])
  return parts
}
