/** After this long a control that has not come is no longer waited for. */
const patienceMs = 5000

let stopWaiting: (() => void) | undefined

/** Puts focus on the first element of a selector, now or as soon as its screen has brought it. */
export function focusSoon(selector: string): void {
  stopWaiting?.()
  const focus = (): boolean => {
    const element = document.querySelector<HTMLElement>(selector)
    element?.focus()
    return element !== null
  }
  if (focus()) return
  const observer = new MutationObserver(() => {
    if (focus()) stop()
  })
  const timer = setTimeout(stop, patienceMs)
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
  }
  stopWaiting = stop
  observer.observe(document.body, { childList: true, subtree: true })
}
