import { useState } from 'react'
import { useIsHere } from '../lib/use-is-here.ts'
import { notify } from './messages/notify.ts'

/**
 * A new secret for a SecretDialog: null until one was made and once it is closed. `unseen`: what is said of one that was
 * made after its screen had been left, because nobody can see it any more.
 */
export function useShownOnce<Made>(unseen: (made: Made) => string) {
  const [made, setMade] = useState<Made | null>(null)
  const isHere = useIsHere()
  function show(next: Made): void {
    if (isHere.current) setMade(next)
    else notify.error(unseen(next))
  }
  return { made, show, close: () => setMade(null) }
}
