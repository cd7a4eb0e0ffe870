import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const inDialog = '[role="dialog"], [role="alertdialog"]'

const listControls = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('button:enabled, a[href], input:enabled') ?? []),
]

/**
 * For a box whose controls go with what they are about: focus then goes to the control that stands in its place, to the
 * heading of the screen where none is left. Spread it into the box; the box must be drawn anew when something goes.
 */
export function useKeptFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null)
  const held = useRef<{ element: Element; at: number } | null>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (last === null || last.element.isConnected || document.activeElement !== document.body) return
    held.current = null
    const controls = listControls(ref.current)
    const next = controls[Math.min(last.at, controls.length - 1)] ?? document.querySelector<HTMLElement>('h1')
    next?.focus({ preventScroll: true })
  })
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      const at = listControls(ref.current).indexOf(target as HTMLElement)
      held.current = at === -1 ? null : { element: target, at }
    },
    onBlur: () => {
      // Whoever has left does not want it back, unless for the question that the control asks.
      queueMicrotask(() => {
        const { activeElement } = document
        const isThere = held.current?.element.isConnected === true
        if (isThere && activeElement !== held.current?.element && !activeElement?.closest(inDialog))
          held.current = null
      })
    },
  }
}
