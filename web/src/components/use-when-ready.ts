import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * What a key in a search field asks for before its rows are there is done once they are, unless the person has typed on
 * or gone elsewhere by then.
 */
export function useWhenReady(isReady: boolean, act: () => void): () => void {
  const asked = useRef<{ field: Element | null; text: string } | null>(null)
  const getPlace = () => {
    const { activeElement: field } = document
    return { field, text: field instanceof HTMLInputElement ? field.value : '' }
  }
  const actIfAsked = useEffectEvent(() => {
    const before = asked.current
    asked.current = null
    const now = getPlace()
    if (before?.field === now.field && before.text === now.text) act()
  })
  useEffect(() => {
    // After this drawing, which what is done may have to finish at once.
    if (isReady) queueMicrotask(() => actIfAsked())
  }, [isReady])
  return () => {
    if (isReady) act()
    else asked.current = getPlace()
  }
}
