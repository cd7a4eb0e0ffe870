import { useOffline } from '../lib/connection.ts'
import { isFetchingAhead } from '../lib/when-idle.ts'

const storedAs = 'reloaded-for-build'
const notAgainWithinMs = 60_000

/** Whether a page that lacks a part of its code may load itself anew; no more than once a minute, or it would never end. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(storedAs) ?? 0)
  if (now - last < notAgainWithinMs) return false
  storage.setItem(storedAs, String(now))
  return true
}

const isOffline = ({ navigator }: Window): boolean => !navigator.onLine || useOffline.getState()

/**
 * After an update the parts an open page has not fetched yet are gone from the server: the page loads the new build.
 * Gives what ends that.
 */
export function reloadWhenStale(page: Window): () => void {
  const reload = (event: Event): void => {
    // Nobody needs that code yet: whoever only points at a link keeps what is typed. Without a connection there is no
    // new build to load, only the browser's own page in the place of all that was typed.
    if (isFetchingAhead() || isOffline(page) || !mayReload(page.sessionStorage, Date.now())) return
    event.preventDefault()
    page.location.reload()
  }
  page.addEventListener('vite:preloadError', reload)
  return () => page.removeEventListener('vite:preloadError', reload)
}
