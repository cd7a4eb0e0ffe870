import { useMemo, useState } from 'react'

/** What the queries of this tab tell the light of Formstack. */
export interface FormstackLight {
  begun: () => void
  ended: (failed: boolean) => void
}

/** How many queries of this tab are under way and have ended, and whether the last remained without an answer. */
export interface Asked {
  now: number
  times: number
  failed: boolean
}

export function useLight(): { asked: Asked; light: FormstackLight } {
  const [asked, setAsked] = useState<Asked>({ now: 0, times: 0, failed: false })
  const light = useMemo(
    () => ({
      begun: () => setAsked((known) => ({ ...known, now: known.now + 1 })),
      ended: (failed: boolean) => setAsked(({ now, times }) => ({ now: now - 1, times: times + 1, failed })),
    }),
    [],
  )
  return { asked, light }
}
