/** Timers of the agencies; closing ends all of them. */
export class Scheduler {
  readonly #pending = new Map<NodeJS.Timeout, () => void>()
  #closed = false

  get isClosed(): boolean {
    return this.#closed
  }

  /** Resolves after this many milliseconds, or when the scheduler is closed. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.in(milliseconds, resolve))
  }

  /** Calls `action` after this many milliseconds, or when the scheduler is closed. */
  in(milliseconds: number, action: () => void): void {
    if (this.#closed) return action()
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      action()
    }, milliseconds)
    this.#pending.set(timer, action)
  }

  /** Ends all pauses now and accepts no more. */
  close(): void {
    this.#closed = true
    const actions = [...this.#pending.values()]
    for (const timer of this.#pending.keys()) clearTimeout(timer)
    this.#pending.clear()
    for (const action of actions) action()
  }
}
