import { useState } from 'react'

/** Remembers this person's last change of a value, as long as nobody has changed it since. */
export function useUndo(current: number) {
  const [last, setLast] = useState<{ from: number; to: number } | null>(null)
  return {
    /** The value before that change; null if there is nothing to undo. */
    from: last !== null && last.to === current ? last.from : null,
    remember: (to: number): void => setLast({ from: current, to }),
    forget: (): void => setLast(null),
  }
}
