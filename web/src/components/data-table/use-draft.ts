import { useState } from 'react'

interface Draft {
  text: string
  /** What the address said last. */
  seen: string
  /** What was sent to it and has not come back yet. */
  sent: readonly string[]
}

const maxSent = 100

/** The draft after the address took another text: its own texts come back late and count for nothing. */
export function takeOutside(draft: Draft, outside: string): Draft {
  const at = draft.sent.lastIndexOf(outside)
  if (at === -1) return { text: outside, seen: outside, sent: [] }
  return { text: draft.text, seen: outside, sent: draft.sent.slice(at + 1) }
}

/** The draft after a key: shown at once, sent on its way. */
export function typeText(draft: Draft, text: string): Draft {
  return { ...draft, text, sent: [...draft.sent, text].slice(-maxSent) }
}

/**
 * Text that is typed faster than the address follows: what was sent comes back later and must not
 * overwrite what was typed since; only a text from elsewhere (Back, a link) does.
 */
export function useDraft(outside: string, send: (text: string) => void): [string, (text: string) => void] {
  const [draft, setDraft] = useState<Draft>({ text: outside, seen: outside, sent: [] })
  if (outside !== draft.seen) setDraft(takeOutside(draft, outside))
  return [
    draft.text,
    (text) => {
      setDraft((before) => typeText(before, text))
      send(text)
    },
  ]
}
