import { useEffect, useEffectEvent, useRef } from 'react'
import { pressKey } from './keyboard/arrival-keys.ts'
import { afterEnter } from './keyboard/early-keys.ts'

/**
 * What waits at the focused field. The keys that follow, typed ahead for what will have the focus, are kept until
 * another key or place shows that they are for something else; `end` returns them, or null if the person has typed on or
 * moved away.
 */
function waitHere() {
  const getPlace = () => {
    const { activeElement: field } = document
    return { field, text: field instanceof HTMLInputElement ? field.value : '' }
  }
  const before = getPlace()
  const isHere = () => {
    const now = getPlace()
    return before.field === now.field && before.text === now.text
  }
  const isAhead = afterEnter()
  let keys: string[] = []
  function keep(event: KeyboardEvent) {
    // A key that is held down is typed once.
    if (!isHere() || !(event.repeat || isAhead(event))) {
      keys = []
      return stop()
    }
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) keys.push(event.key)
  }
  const stop = () => window.removeEventListener('keydown', keep, true)
  window.addEventListener('keydown', keep, true)
  return {
    end(): readonly string[] | null {
      stop()
      return isHere() ? keys : null
    },
  }
}

/**
 * Defers a key's action in a search field until its rows are loaded, and what is typed ahead of them after it; dropped if
 * the person types on or moves away.
 */
export function useWhenReady(isReady: boolean, act: () => void): () => void {
  const waiting = useRef<ReturnType<typeof waitHere> | null>(null)
  function end() {
    const keys = waiting.current?.end() ?? null
    waiting.current = null
    return keys
  }
  const actIfUnchanged = useEffectEvent(() => {
    const keys = end()
    if (keys === null) return
    act()
    keys.forEach(pressKey)
  })
  useEffect(() => {
    // After this render, which the action may have to flush.
    if (isReady) queueMicrotask(() => actIfUnchanged())
  }, [isReady])
  useEffect(() => () => void waiting.current?.end(), [])
  return () => {
    if (isReady) return act()
    end()
    waiting.current = waitHere()
  }
}
