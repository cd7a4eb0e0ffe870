/**
 * Runs work for many callers at once: everybody who asks while it runs is served by one more run. A failed run rejects
 * only its own callers.
 */
export class Coalescer {
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** Resolves when a run that begins after this call has ended; `work` is ignored if one is already due. */
  run(work: () => Promise<void>): Promise<void> {
    return (this.#next ??= this.#afterLast(work))
  }

  async #afterLast(work: () => Promise<void>): Promise<void> {
    await this.#last.catch(() => undefined)
    this.#next = undefined
    this.#last = work()
    return this.#last
  }
}
