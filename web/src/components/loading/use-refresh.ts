import { useState } from 'react'

/** The specified refresh intervals in seconds. */
export const refreshChoices = [10, 30, 60] as const
export type RefreshSeconds = (typeof refreshChoices)[number]
const usualRefresh: RefreshSeconds = 30

/** The refresh interval of a dashboard or part of it, and whether it is paused. */
export interface Refresh {
  seconds: RefreshSeconds
  setSeconds: (seconds: RefreshSeconds) => void
  paused: boolean
  setPaused: (paused: boolean) => void
  /**
   * For `useQuery`: refetches at the interval, never while a load is in flight or the tab is hidden, and immediately
   * when the tab is shown again.
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
