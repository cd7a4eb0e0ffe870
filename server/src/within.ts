/** Waits for work, but no longer than so; false when it did not end in time. Its failure in time is passed on. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([work.then(() => true), promise])
  } finally {
    clearTimeout(timer)
  }
}
