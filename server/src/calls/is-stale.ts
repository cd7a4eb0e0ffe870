/**
 * True if a value changed in a later version than the one that the caller read; without a version the last change wins.
 * Version 1 is that of a value that was never changed, so an older one is not stale.
 */
export function isStale(changedIn: number, read: number | undefined): boolean {
  return read !== undefined && changedIn > Math.max(read, 1)
}
