import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long no fetch may have run; the tab's own code may still be loading. */
const quietMs = 250

/** When it is quiet enough: a provider that does not answer keeps its card loading for many seconds. */
const longestMs = 1_000

/** Turns true once the screen has loaded its data, at the latest after a second, and stays true. */
export function useQuiet(): boolean {
  const busy = useIsFetching() > 0
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (busy || quiet) return
    const timer = setTimeout(() => setQuiet(true), quietMs)
    return () => clearTimeout(timer)
  }, [busy, quiet])
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), longestMs)
    return () => clearTimeout(timer)
  }, [])
  return quiet
}
