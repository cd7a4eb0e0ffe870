import { useEffect, useState } from 'react'

/** A value once it has stood still for `ms` milliseconds, for what is asked while somebody types. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
