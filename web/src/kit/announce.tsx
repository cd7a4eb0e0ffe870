import { useSyncExternalStore } from 'react'

/** A text for screen readers only; `turn` changes so that the same words are read again. */
interface Said {
  text: string
  turn: number
}

let said: Said = { text: '', turn: 0 }
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says a text politely to screen readers: a change of screen, a sort, rows that arrived. */
export function announce(text: string): void {
  said = { text, turn: said.turn + 1 }
  for (const listener of listeners) listener()
}

/** The live region; stands once in the page, from the start. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => said)
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </div>
  )
}
