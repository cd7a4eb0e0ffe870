import { useConnectionLoss } from '../lib/requests/connection.ts'
import { isPrefetching } from '../lib/prefetch.ts'

const storedAs = 'reloaded-for-build'
const notAgainWithinMs = 60_000

/** Whether a page with a missing chunk may reload; at most once a minute, to avoid a reload loop. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(storedAs) ?? 0)
  if (now - last < notAgainWithinMs) return false
  storage.setItem(storedAs, String(now))
  return true
}

const isOffline = ({ navigator }: Window): boolean =>
  !navigator.onLine || useConnectionLoss.getState() !== null

/**
 * After an update, chunks that an open page has not fetched yet are gone from the server: reload to get the new
 * build.
 */
export function reloadWhenStale(page: Window): void {
  page.addEventListener('vite:preloadError', (event) => {
    // Not for prefetches: nobody needs that code yet, and a reload would lose what is typed. Not offline: a reload
    // would only show the browser's error page.
    if (isPrefetching() || isOffline(page) || !mayReload(page.sessionStorage, Date.now())) return
    event.preventDefault()
    page.location.reload()
  })
}
