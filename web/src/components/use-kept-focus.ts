import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Popups opened by a control, from which focus returns. */
const asking = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** The focusable places in a box. */
interface Places {
  list: (box: HTMLElement | null) => HTMLElement[]
  /** Index of the place that contains an element; -1 for none. */
  indexOf: (places: readonly HTMLElement[], element: HTMLElement) => number
  /** The element to focus in a place. */
  control: (place: HTMLElement) => HTMLElement | null
}

/**
 * Keeps focus when the focused element is removed or disabled: it stays in its place, wherever that is sorted now, or
 * moves to whatever is now there instead, or to the screen's heading if nothing is left. The box must re-render when that happens.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, { list, indexOf, control }: Places) {
  const held = useRef<{ element: Element; place: Element | undefined; at: number } | null>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (last === null || (last.element.isConnected && !last.element.matches(':disabled'))) return
    // The browser takes the focus from a disabled element only later.
    if (![document.body, last.element].includes(document.activeElement ?? document.body)) return
    const places = list(box.current)
    const same = places.find((place) => place === last.place && place !== last.element)
    const place = same ?? places[Math.min(last.at, places.length - 1)]
    const next = (place && control(place)) ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      const places = list(box.current)
      const at = indexOf(places, target as HTMLElement)
      held.current = at === -1 ? null : { element: target, place: places[at], at }
    },
    onBlur: () => {
      // A removed element loses focus first. If focus moved elsewhere the person left, unless it moved to a popup.
      queueMicrotask(() => {
        const { activeElement } = document
        if (!held.current?.element.isConnected || activeElement === held.current.element) return
        if (!activeElement?.closest(asking)) held.current = null
      })
    },
  }
}

const controls: Places = {
  list: (box) => [...(box?.querySelectorAll<HTMLElement>('button:enabled, a[href], input:enabled') ?? [])],
  indexOf: (places, element) => places.indexOf(element),
  control: (place) => place,
}

/** The same for a box whose controls are removed one by one; spread it into the box. */
export function useKeptFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null)
  return { ref, ...useKeptPlace(ref, controls) }
}
