/** How often the clock is looked at; a hidden page's timers run once a minute. */
const lookMs = 20_000
const sleptMs = 120_000

/**
 * Calls `woke` when this page has run again after at least two minutes in which it did not: the computer slept, or the
 * browser froze the page. Neither is told by an event in every browser, but the clock has gone on.
 */
export function watchSleep(signal: AbortSignal, woke: () => void): void {
  let seenAt = Date.now()
  const look = (): void => {
    const now = Date.now()
    const slept = now - seenAt > sleptMs
    seenAt = now
    if (slept) woke()
  }
  const timer = setInterval(look, lookMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  // Without waiting for the next look.
  for (const type of ['resume', 'visibilitychange']) document.addEventListener(type, look, { signal })
}
