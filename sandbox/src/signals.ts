/** A terminal and npm both forward Ctrl-C, so one key press arrives twice within moments. */
const samePress = 500

/** Calls `first` on the first termination signal, and `again` on a later one. */
export function onTerminationSignal(first: () => void, again: () => void): void {
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
