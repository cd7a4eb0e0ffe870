/** Counts the requests in flight, and knows whether this process is stopping. */
export class InFlight {
  /** True after the stop signal: requests are still handled, but their connections are closed afterwards. */
  isStopping = false
  #count = 0
  readonly #waiting = new Set<() => void>()

  /** Counts a request; call the result when it ends. */
  begin(): () => void {
    this.#count += 1
    return () => {
      this.#count -= 1
      if (this.#count > 0) return
      for (const resolve of this.#waiting) resolve()
      this.#waiting.clear()
    }
  }

  /** Resolves when no request is in flight, including those whose client has hung up. */
  async ended(): Promise<void> {
    if (this.#count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    await promise
  }
}
