import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { placeNear } from './place.ts'

export interface Popup {
  /** Goes on the element the box belongs to. */
  setAnchor: (element: HTMLElement | null) => void
  /** Goes on the box; it stands beside its anchor in the page, fixed under it on the screen. */
  setBox: (element: HTMLElement | null) => void
}

/** Places a box under its anchor and closes it on Esc, which gives focus back, and on a press elsewhere. */
export function usePopup(opened: boolean, close: () => void): Popup {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const dismiss = useEffectEvent(close)

  useLayoutEffect(() => {
    if (!opened || !anchor || !box) return
    const place = () => placeNear(box, anchor, 'start')
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [opened, anchor, box])

  useEffect(() => {
    if (!opened) return
    function onPress(event: Event) {
      const target = event.target
      const inside = target instanceof Node && (anchor?.contains(target) || box?.contains(target))
      if (!inside) dismiss()
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      if (box?.contains(document.activeElement)) anchor?.focus()
      dismiss()
    }
    // Capturing: the box closes before a dialog under it hears the same key.
    document.addEventListener('pointerdown', onPress, true)
    window.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPress, true)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [opened, anchor, box])

  return { setAnchor, setBox }
}
