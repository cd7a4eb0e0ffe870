import { type RefObject, useEffect, useRef } from 'react'

/** A ref that is false once the component is unmounted. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  return isHere
}
