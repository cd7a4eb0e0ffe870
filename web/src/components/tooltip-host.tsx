import { useEffect, useRef, useState } from 'react'
import { formatInstant, toInstant } from '@agency-support/contract/rules/instant-format'
import { formatRelative, formatUtc } from '../lib/format/format.ts'
import { lazyComponent } from '../lib/lazy.tsx'
import { prefetchWhenIdle } from '../lib/prefetch.ts'
import { serverNow } from '../lib/requests/server-time.ts'

const tooltip = lazyComponent(async () => (await import('../ui/tooltip.tsx')).Tooltip)

const delayMs = 200
const graceMs = 120

/** The tooltip of an element: `data-tip` as it is, or for an instant UTC and how long ago. */
function findTip(element: Element): string | null {
  const at = toInstant(element.getAttribute('data-instant'))
  if (at) {
    const local = element.hasAttribute('data-utc')
      ? `${formatInstant(at.toISOString(), 'MM/DD/YYYY h:mm:ss a')} local`
      : formatUtc(at)
    return `${local} · ${formatRelative(at, new Date(serverNow()))}`
  }
  return element.getAttribute('data-tip')
}

interface Shown {
  text: string
  anchor: Element
}

function target(event: Event): Element | null {
  return event.target instanceof Element ? event.target.closest('[data-tip], [data-instant]') : null
}

/** Tracks pointer and focus of the whole page with one listener instead of one per cell. */
function useTip() {
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  function later(run: () => void, ms: number) {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(run, ms)
  }
  function leave() {
    later(() => setShown(null), graceMs)
  }
  function hold() {
    if (timer.current !== null) clearTimeout(timer.current)
  }

  useEffect(() => {
    function enter(event: Event) {
      const anchor = target(event)
      // A removed anchor fires no pointerout.
      if (!anchor) return setShown((last) => (last?.anchor.isConnected === true ? last : null))
      if (event.type === 'focusin' && !anchor.matches(':focus-visible')) return
      later(() => {
        const text = findTip(anchor)
        setShown(text === null || !anchor.isConnected ? null : { text, anchor })
      }, delayMs)
    }
    function exit(event: Event) {
      if (target(event)) leave()
    }
    function drop() {
      hold()
      setShown(null)
    }
    const way = { capture: true, passive: true }
    document.addEventListener('pointerover', enter)
    document.addEventListener('pointerout', exit)
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', exit)
    document.addEventListener('pointerdown', drop)
    document.addEventListener('scroll', drop, way)
    return () => {
      hold()
      document.removeEventListener('pointerover', enter)
      document.removeEventListener('pointerout', exit)
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', exit)
      document.removeEventListener('pointerdown', drop)
      document.removeEventListener('scroll', drop, way)
    }
  }, [])
  return { shown, hold, leave, close: () => setShown(null) }
}

/**
 * The page's only tooltip: appears after 200 ms, can be hovered, Esc closes it. Its text is always also an accessible
 * name, or a `<time>`.
 */
export function TooltipHost() {
  const { shown, hold, leave, close } = useTip()
  useEffect(() => prefetchWhenIdle(tooltip.fetch), [])
  if (!shown) return null
  // Inside the landmark or dialog of its anchor, so that it counts as part of it.
  const container = shown.anchor.closest<HTMLElement>('[aria-modal="true"], main, nav, header')
  return (
    <tooltip.Part
      key={shown.text}
      anchor={shown.anchor}
      container={container ?? document.body}
      onClose={close}
      onFailed={close}
      onPointerEnter={hold}
      onPointerLeave={leave}
    >
      {shown.text}
    </tooltip.Part>
  )
}
