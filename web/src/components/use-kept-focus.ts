import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** What a control asks in: whoever answers there comes back. */
const asking = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Where focus may stand in a box. */
interface Places {
  list: (box: HTMLElement | null) => HTMLElement[]
  /** Index of the place that an element belongs to; -1 for none. */
  indexOf: (places: readonly HTMLElement[], element: HTMLElement) => number
  /** What takes the focus in a place. */
  control: (place: HTMLElement) => HTMLElement | null
}

/**
 * What had focus in a box may go with what it is about; focus then stays at its place, in what stands there now, or goes
 * to the heading of the screen where nothing is left. The box must be drawn anew when something goes.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, { list, indexOf, control }: Places) {
  const held = useRef<{ element: Element; at: number } | null>(null)
  useLayoutEffect(() => {
    const last = held.current
    if (last === null || last.element.isConnected || document.activeElement !== document.body) return
    const places = list(box.current)
    const place = places[Math.min(last.at, places.length - 1)]
    const next = (place && control(place)) ?? document.querySelector<HTMLElement>('h1')
    next?.focus()
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      const at = indexOf(list(box.current), target as HTMLElement)
      held.current = at === -1 ? null : { element: target, at }
    },
    onBlur: () => {
      // What goes loses focus just before; whoever left does not want it back, unless for a question.
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

/** The same for a box whose controls go one by one; spread it into the box. */
export function useKeptFocus<Box extends HTMLElement>() {
  const ref = useRef<Box>(null)
  return { ref, ...useKeptPlace(ref, controls) }
}
