import { create } from 'zustand'

/** A text for screen readers only; `turn` changes so that the same words are read again. */
const useSaid = create<{ text: string; turn: number }>()(() => ({ text: '', turn: 0 }))

/** Says a text politely to screen readers: a change of screen, a sort, rows that arrived. */
export function announce(text: string): void {
  useSaid.setState(({ turn }) => ({ text, turn: turn + 1 }))
}

/** The live region; stands once in the page, from the start. */
export function Announcer() {
  const { text, turn } = useSaid()
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </div>
  )
}
