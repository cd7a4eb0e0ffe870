import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '../messages/announce.tsx'
import { arrived } from './arrival-keys.ts'

/**
 * For a screen's h1: gets focus when the screen opens, and is read with it. If a field took the focus, it is announced.
 * `spoken`, which says more than the heading, is announced in any case.
 */
export function useArrival(title: string, spoken?: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrive = useEffectEvent(() => {
    const focused = document.activeElement
    const asked = focused instanceof HTMLInputElement && document.querySelector('main')?.contains(focused)
    if (!asked) heading.current?.focus({ preventScroll: true })
    if (asked || spoken !== undefined) announce(spoken ?? title)
    // After the effects of the screen's other parts, one of which may focus a field.
    queueMicrotask(() => arrived())
  })
  useEffect(() => arrive(), [])
  return heading
}
