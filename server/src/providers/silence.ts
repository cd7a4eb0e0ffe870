/** Aborts what waits for somebody who says nothing for too long. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #ms: number
  #timer: NodeJS.Timeout | undefined

  /** Waits from now on. */
  constructor(ms: number) {
    this.#ms = ms
    this.wait()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The result of work, or the failure of a silence that the work does not notice. */
  over<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    this.signal.addEventListener('abort', () => reject(new DOMException('silence', 'AbortError')))
    return Promise.race([work, promise])
  }

  /** Waits anew, because something was said. */
  wait(): void {
    this.end()
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms)
  }

  /** Waits no more, until {@link wait} is called. */
  end(): void {
    clearTimeout(this.#timer)
  }
}
