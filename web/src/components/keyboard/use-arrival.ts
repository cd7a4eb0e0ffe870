import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '../messages/announce.tsx'
import { arrived } from './arrival-keys.ts'

/** For a screen's h1: gets focus when the screen opens, unless a field took it, and is announced. */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useEffectEvent(() => {
    announce(title)
    const focused = document.activeElement
    const asked = focused instanceof HTMLInputElement && document.querySelector('main')?.contains(focused)
    if (!asked) heading.current?.focus({ preventScroll: true })
    // After the effects of the screen's other parts, one of which may focus a field.
    queueMicrotask(() => arrived())
  })
  useEffect(() => arrive(), [])
  return heading
}
