import { useRef, useState } from 'react'

/**
 * Text that is typed faster than the address follows: what was sent comes back later and must not
 * overwrite what was typed since; only a text from elsewhere (Back, a link) does.
 */
export function useDraft(outside: string, send: (text: string) => void): [string, (text: string) => void] {
  const [draft, setDraft] = useState(outside)
  const [seen, setSeen] = useState(outside)
  const sent = useRef<string[]>([])
  if (outside !== seen) {
    setSeen(outside)
    const at = sent.current.lastIndexOf(outside)
    if (at === -1) setDraft(outside)
    sent.current = at === -1 ? [] : sent.current.slice(at + 1)
  }
  return [
    draft,
    (text) => {
      setDraft(text)
      sent.current = [...sent.current, text].slice(-100)
      send(text)
    },
  ]
}
