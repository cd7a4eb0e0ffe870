let ahead = 0

/** True while code is being prefetched. */
export const isFetchingAhead = (): boolean => ahead > 0

/** Prefetches code; a failure is left to its actual use. */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  ahead += 1
  try {
    await load()
  } catch {
    // The actual use retries and reports the failure.
  } finally {
    ahead -= 1
  }
}

/** Prefetches code when the page is idle. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  const run = () => void fetchAhead(load)
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 2000)
}
