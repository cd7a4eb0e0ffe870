const gap = 6
const edge = 8

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

/** Where a floating box goes: under its anchor, above it where there is no room, always inside the window. */
export function position(
  anchor: Box,
  box: Size,
  view: Size,
  align: 'start' | 'center',
): { left: number; top: number } {
  const wish = align === 'start' ? anchor.left : anchor.left + (anchor.width - box.width) / 2
  const left = Math.max(edge, Math.min(wish, view.width - box.width - edge))
  const under = anchor.top + anchor.height + gap
  const above = anchor.top - box.height - gap
  const fitsUnder = under + box.height <= view.height - edge
  return { left: Math.round(left), top: Math.round(fitsUnder || above < edge ? under : above) }
}

/** Puts a fixed element beside another one. */
export function placeNear(box: HTMLElement, anchor: Element, align: 'start' | 'center'): void {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
  const at = position(
    anchor.getBoundingClientRect(),
    { width: box.offsetWidth, height: box.offsetHeight },
    view,
    align,
  )
  box.style.left = `${at.left}px`
  box.style.top = `${at.top}px`
}
