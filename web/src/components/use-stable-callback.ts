import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * A function with a stable identity that always runs the latest version, so that memoised children do not re-render.
 */
export function useStableCallback<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(run)
  useInsertionEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
