import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react'

const spareLines = 20

/** A scroll target; a new object scrolls again. */
export interface Target {
  index: number
  align: 'center' | 'end'
}

/** Virtual scrolling: wrapped lines are measured, the others are all equally tall. */
export function useLogScroll(count: number, { wrap, target }: { wrap: boolean; target: Target | null }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [virtual] = useState(
    () => new Virtualizer<HTMLDivElement, HTMLDivElement>(optionsFor(box, count, redraw)),
  )
  useLayoutEffect(() => {
    virtual.setOptions(optionsFor(box, count, redraw))
    virtual._willUpdate()
    redraw()
  }, [virtual, box, count])
  useLayoutEffect(() => virtual._didMount(), [virtual])
  useLayoutEffect(() => virtual.measure(), [virtual, wrap, box])
  const goTo = useEffectEvent(({ index, align }: Target) => {
    if (index >= 0 && index < count) virtual.scrollToIndex(index, { align })
  })
  useEffect(() => {
    if (target !== null && box !== null) goTo(target)
  }, [target, box])
  return {
    setBox,
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
  }
}

function optionsFor(box: HTMLDivElement | null, count: number, onChange: () => void) {
  // In px: grows with the size of text that a person has set. Without a box no line is in sight yet.
  const lineHeight = box === null ? 20 : Number.parseFloat(getComputedStyle(box).lineHeight)
  return {
    count,
    getScrollElement: () => box,
    estimateSize: () => lineHeight,
    overscan: spareLines,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange,
  }
}
