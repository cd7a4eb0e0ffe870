import { useEffect, useEffectEvent, useRef } from 'react'

/** Defers a key's action in a search field until its rows are loaded; dropped if the person types on or moves away. */
export function useWhenReady(isReady: boolean, act: () => void): () => void {
  const waiting = useRef<{ field: Element | null; text: string } | null>(null)
  const getPlace = () => {
    const { activeElement: field } = document
    return { field, text: field instanceof HTMLInputElement ? field.value : '' }
  }
  const actIfUnchanged = useEffectEvent(() => {
    const before = waiting.current
    waiting.current = null
    const now = getPlace()
    if (before?.field === now.field && before.text === now.text) act()
  })
  useEffect(() => {
    // After this render, which the action may have to flush.
    if (isReady) queueMicrotask(() => actIfUnchanged())
  }, [isReady])
  return () => {
    if (isReady) act()
    else waiting.current = getPlace()
  }
}
