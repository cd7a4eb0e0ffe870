/** What this process carries out, and whether it is about to end. */
export class UnderWay {
  /** From the signal on: what is asked is still carried out, but its connection is not used again. */
  isStopping = false
  #count = 0
  readonly #waiting = new Set<() => void>()

  /** Counts something that begins; call what is returned at its end. */
  begin(): () => void {
    this.#count += 1
    return () => {
      this.#count -= 1
      if (this.#count > 0) return
      for (const tell of this.#waiting) tell()
      this.#waiting.clear()
    }
  }

  /** Resolves when nothing is carried out any more, whether or not somebody still waits for its answer. */
  async ended(): Promise<void> {
    if (this.#count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(resolve)
    await promise
  }
}
