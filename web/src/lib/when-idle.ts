let ahead = 0

/** Whether code is being fetched that nobody has asked for yet. */
export const isFetchingAhead = (): boolean => ahead > 0

/** Fetches code ahead of its use; a failure is left to that use. */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  ahead += 1
  try {
    await load()
  } catch {
    // Whoever needs it asks again, and is told.
  } finally {
    ahead -= 1
  }
}

/** Fetches code ahead of its first use, once the page has nothing better to do. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  const run = () => void fetchAhead(load)
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else setTimeout(run, 2000)
}
