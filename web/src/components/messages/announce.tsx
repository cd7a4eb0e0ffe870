import { useEffect } from 'react'
import { create } from 'zustand'
import { useStableCallback } from '../use-stable-callback.ts'

interface Said {
  text: string
  turn: number
}

/** Texts for screen readers only; each is an element of its own, so that one never replaces another that is not read. */
const useSaid = create<readonly Said[]>()(() => [])
let turns = 0

/** Slow screen readers fetch a text seconds later; one that stayed would be read again whenever a dialog closes. */
const keptMs = 7_000

/** Announces a text politely to screen readers: a change of screen, a sort, new rows. */
export function announce(text: string): void {
  const one = { text, turn: turns++ }
  useSaid.setState((said) => [...said, one], true)
  setTimeout(() => useSaid.setState((said) => said.filter((other) => other !== one), true), keptMs)
}

const settledMs = 500

/**
 * Announces a text on the screen as it comes or changes, once it has settled: not at every letter of a search. `about`
 * says when it is another one, for a text that also changes by itself, such as one with an age.
 */
export function useAnnounced(text: string, about = text): void {
  const say = useStableCallback(() => announce(text))
  useEffect(() => {
    if (about === '') return
    const timer = setTimeout(say, settledMs)
    return () => clearTimeout(timer)
  }, [about, say])
}

/** The live region; mounted once, from the start. */
export function Announcer() {
  return (
    <div className="sr-only" data-print="hide" aria-live="polite">
      {useSaid().map(({ text, turn }) => (
        <p key={turn}>{text}</p>
      ))}
    </div>
  )
}
