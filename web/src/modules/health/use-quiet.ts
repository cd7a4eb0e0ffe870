import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long nothing must have been fetched; the tab's own code may still be on its way. */
const quietMs = 250

/** False until the screen has what it asked for; true from then on. */
export function useQuiet(): boolean {
  const busy = useIsFetching() > 0
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (busy || quiet) return
    const timer = setTimeout(() => setQuiet(true), quietMs)
    return () => clearTimeout(timer)
  }, [busy, quiet])
  return quiet
}
