import { create } from 'zustand'

/** A text for screen readers only; a new `turn` makes them read the same words again. */
const useSaid = create<{ text: string; turn: number }>()(() => ({ text: '', turn: 0 }))

/** Announces a text politely to screen readers: a change of screen, a sort, new rows. */
export function announce(text: string): void {
  useSaid.setState(({ turn }) => ({ text, turn: turn + 1 }))
}

/** The live region; mounted once, from the start. */
export function Announcer() {
  const { text, turn } = useSaid()
  return (
    <div className="sr-only" data-print="hide" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </div>
  )
}
