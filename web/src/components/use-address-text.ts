import { useState } from 'react'

interface Draft {
  text: string
  /** The latest text of the address. */
  seen: string
  /** Texts sent to the address that have not come back yet. */
  sent: readonly string[]
}

const maxSent = 100

/** The draft after the address changed: texts that it sent itself come back late and are ignored. */
export function takeOutside(draft: Draft, outside: string): Draft {
  const at = draft.sent.lastIndexOf(outside)
  if (at === -1) return { text: outside, seen: outside, sent: [] }
  return { text: draft.text, seen: outside, sent: draft.sent.slice(at + 1) }
}

/** The draft after a key press: shown immediately, and sent to the address. */
export function typeText(draft: Draft, text: string): Draft {
  return { ...draft, text, sent: [...draft.sent, text].slice(-maxSent) }
}

/**
 * Text that may be typed faster than the address follows: what was sent comes back later and must not overwrite newer
 * input; only a text from elsewhere (Back, a link) does.
 */
export function useAddressText(
  outside: string,
  send: (text: string) => void,
): [string, (text: string) => void] {
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
