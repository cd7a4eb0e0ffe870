interface Entry {
  at: number
  action: () => void
}

/** What is due when, for any number of agencies; one timer serves all of them. */
export class Agenda {
  readonly #heap: Entry[] = []
  readonly #now: () => number
  #timer: NodeJS.Timeout | undefined
  #timerAt = Number.POSITIVE_INFINITY
  #closed = false

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Resolves after so many milliseconds, or when the agenda is closed. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.in(milliseconds, resolve))
  }

  /** Calls `action` after so many milliseconds, or when the agenda is closed. */
  in(milliseconds: number, action: () => void): void {
    if (this.#closed) return action()
    this.#push({ at: this.#now() + milliseconds, action })
    this.#setTimer()
  }

  /** Ends every pause at once and takes no more. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const { action } of this.#heap.splice(0)) action()
  }

  #setTimer(): void {
    const next = this.#heap[0]
    if (next === undefined || next.at >= this.#timerAt) return
    clearTimeout(this.#timer)
    this.#timerAt = next.at
    this.#timer = setTimeout(() => this.#runDue(), Math.max(0, next.at - this.#now()))
  }

  #runDue(): void {
    this.#timerAt = Number.POSITIVE_INFINITY
    const now = this.#now()
    for (let due = this.#heap[0]; due !== undefined && due.at <= now; due = this.#heap[0]) {
      this.#pop()
      due.action()
    }
    if (!this.#closed) this.#setTimer()
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let at = heap.length
    heap.push(entry)
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= entry.at) break
      heap[at] = parent
      at = above
    }
    heap[at] = entry
  }

  /** Takes the earliest entry off: the last one sinks from the top to its place. */
  #pop(): void {
    const heap = this.#heap
    const sinking = heap.pop()
    if (sinking === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      if (left === undefined) break
      const goRight = right !== undefined && right.at < left.at
      const child = goRight ? right : left
      if (child.at >= sinking.at) break
      heap[at] = child
      at = 2 * at + (goRight ? 2 : 1)
    }
    heap[at] = sinking
  }
}
