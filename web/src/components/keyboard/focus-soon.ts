/** Nobody still expects the control after this time; a slow connection may need most of it. */
const maxWaitMs = 60_000

let stopWaiting: (() => void) | undefined

/**
 * Focuses the first match of a selector, now or once its screen is rendered, unless the person does something first.
 */
export function focusSoon(selector: string): void {
  stopWaiting?.()
  const focus = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    return element !== null
  }
  if (focus()) return
  const waiting = new AbortController()
  const observer = new MutationObserver(() => {
    if (focus()) stop()
  })
  const timer = setTimeout(stop, maxWaitMs)
  function stop(): void {
    waiting.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
  stopWaiting = stop
  for (const act of ['keydown', 'pointerdown'])
    document.addEventListener(act, stop, { capture: true, signal: waiting.signal })
  observer.observe(document.body, { childList: true, subtree: true })
}
