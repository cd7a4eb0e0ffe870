/**
 * Work of which one run at a time is under way, shared by those who ask meanwhile: a folder that hangs must not block
 * another thread for each of them.
 */
export function singleFlight<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}
