import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Late } from '../lib/late.tsx'
import { fetchAhead, loadWhenIdle } from '../lib/when-idle.ts'
import type { PopupStart } from '../ui/popup.tsx'
import { notify } from './notify.ts'

const notLoaded = 'This could not be loaded. Please try again.'

/**
 * A popup whose code comes once somebody points at its button, goes there or presses it: the button that waits for that, and
 * the popup with a button of its own when the code is there. A press that began at the one ends there.
 */
export function useLatePopup<Code>(popup: Late<Code>) {
  const [taken, setTaken] = useState<{ code: Code; start: PopupStart }>()
  const pressing = useRef(false)
  const opens = useRef(false)
  const pointed = useRef(false)
  useEffect(() => loadWhenIdle(popup.fetch), [popup])

  async function take(button: Element): Promise<void> {
    const code = await popup.fetch()
    if (pressing.current || !button.isConnected) return
    const focused = document.activeElement === button
    const start = { opened: opens.current, pointed: pointed.current, focused }
    // At once: a press could otherwise begin at a button that is about to go.
    flushSync(() => setTaken({ code, start }))
  }
  function ready({ currentTarget }: SyntheticEvent): void {
    void fetchAhead(() => take(currentTarget))
  }
  function press(): void {
    pressing.current = true
  }
  function pressByKey({ key }: KeyboardEvent): void {
    if (key === 'Enter' || key === ' ') press()
  }
  function enter(event: PointerEvent): void {
    pointed.current = event.pointerType === 'mouse'
    ready(event)
  }
  function leave(event: PointerEvent): void {
    pointed.current = false
    release(event)
  }
  function release(event: SyntheticEvent): void {
    pressing.current = false
    ready(event)
  }
  function open({ currentTarget }: SyntheticEvent): void {
    pressing.current = false
    opens.current = true
    take(currentTarget).catch(() => notify.error(notLoaded))
  }
  const hold = {
    'aria-expanded': false,
    onPointerEnter: enter,
    onFocus: ready,
    onPointerDown: press,
    onPointerLeave: leave,
    onPointerCancel: release,
    onKeyDown: pressByKey,
    onBlur: release,
    onClick: open,
  } as const
  return { taken, hold }
}
