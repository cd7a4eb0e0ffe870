let pending = 0

/** True while code is being prefetched. */
export const isPrefetching = (): boolean => pending > 0

/** Prefetches code; a failure is left to its actual use. */
export async function prefetch(load: () => Promise<unknown>): Promise<void> {
  pending += 1
  try {
    await load()
  } catch {
    // The actual use retries and reports the failure.
  } finally {
    pending -= 1
  }
}

/** Resolves when the page is idle. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in window ? window.requestIdleCallback(resolve) : setTimeout(resolve, 2000),
  )

/** Prefetches code when the page is idle. */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  void whenIdle().then(() => prefetch(load))
}
