/** A terminal and npm both pass Ctrl-C on, so one key press arrives twice within moments. */
const samePress = 500

/** Calls `first` for the first wish to end, and `again` when somebody insists. */
export function onWishToEnd(first: () => void, again: () => void): void {
  let since: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now()
        first()
      } else if (performance.now() - since > samePress) {
        again()
      }
    })
  }
}
