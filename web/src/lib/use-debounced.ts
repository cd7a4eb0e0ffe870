import { useEffect, useState } from 'react'

/** The value debounced: it follows once it has not changed for `ms` milliseconds, for queries made while somebody types. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}
