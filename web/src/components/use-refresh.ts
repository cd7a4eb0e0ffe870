import { useState } from 'react'

/** Seconds between two loads that the documents offer. */
export const refreshChoices = [10, 30, 60] as const
export type RefreshSeconds = (typeof refreshChoices)[number]
const usualRefresh: RefreshSeconds = 30

/** How often a dashboard or a part of it loads itself anew, and whether it does. */
export interface Refresh {
  seconds: RefreshSeconds
  setSeconds: (seconds: RefreshSeconds) => void
  paused: boolean
  setPaused: (paused: boolean) => void
  /**
   * For `useQuery`: it loads every so many seconds, never while a load is under way, not in a hidden tab, and at once
   * when that is shown again.
   */
  options: { staleTime: 0; refetchInterval: number | false; refetchOnWindowFocus: 'always' | false }
}

/** The interval of one part of a dashboard; each part has its own. */
export function useRefresh(): Refresh {
  const [seconds, setSeconds] = useState<RefreshSeconds>(usualRefresh)
  const [paused, setPaused] = useState(false)
  return {
    seconds,
    setSeconds,
    paused,
    setPaused,
    options: {
      staleTime: 0,
      refetchInterval: paused ? false : seconds * 1000,
      refetchOnWindowFocus: paused ? false : 'always',
    },
  }
}
