/** Fetches code ahead of its first use, once the page has nothing better to do; a failure is left to that first use. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  const run = () => void load().catch(() => undefined)
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 2000)
}
