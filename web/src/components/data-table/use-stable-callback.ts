import { useCallback, useInsertionEffect, useRef } from 'react'

/** A function that keeps its identity and always runs its newest form, so that what is memoised stays as it is. */
export function useStableCallback<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run)
  useInsertionEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
