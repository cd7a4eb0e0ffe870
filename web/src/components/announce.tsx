import { useSyncExternalStore } from 'react'
import { createListeners } from '../lib/listeners.ts'

/** A text for screen readers only; `turn` changes so that the same words are read again. */
interface Said {
  text: string
  turn: number
}

let said: Said = { text: '', turn: 0 }
const { subscribe, tell } = createListeners()

/** Says a text politely to screen readers: a change of screen, a sort, rows that arrived. */
export function announce(text: string): void {
  said = { text, turn: said.turn + 1 }
  tell()
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
