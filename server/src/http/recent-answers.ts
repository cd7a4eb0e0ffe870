import type { Clock } from '../clock.ts'
import type { RecentAnswers } from '../calls/own-process.ts'

const bucketSeconds = 10
const buckets = 30
const maxLast = 5
/** Asked every few seconds by whoever watches; a 503 there is a state, and no failure that a person met. */
const watched = '/health/'

interface Bucket {
  number: number
  all: number
  unavailable: number
  failed: number
}

interface Answer {
  path: string
  status: number
  call: string | undefined
  requestId: string
}

/** How the requests of the last five minutes were answered, and the last that the server failed at. */
export class AnswerCounts {
  readonly #clock: Clock
  #buckets: Bucket[] = []
  #last: (RecentAnswers['last'][number] & { number: number })[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  count({ path, status, call, requestId }: Answer): void {
    if (path.startsWith(watched)) return
    const at = this.#clock.now()
    const number = toNumber(at)
    const bucket = this.#bucket(number)
    bucket.all += 1
    if (status < 500) return
    if (status === 503) bucket.unavailable += 1
    else bucket.failed += 1
    const failure = { at: at.toISOString(), status, call: call ?? null, requestId, number }
    this.#last = [failure, ...this.#last].slice(0, maxLast)
  }

  /** Counts a request that was refused with 503 before anything of it was known. */
  countShed(): void {
    const bucket = this.#bucket(toNumber(this.#clock.now()))
    bucket.all += 1
    bucket.unavailable += 1
  }

  read(): RecentAnswers {
    const since = toNumber(this.#clock.now()) - buckets
    const counted = this.#buckets.filter(({ number }) => number > since)
    const sum = (what: 'all' | 'unavailable' | 'failed'): number =>
      counted.reduce((total, bucket) => total + bucket[what], 0)
    return {
      seconds: buckets * bucketSeconds,
      all: sum('all'),
      unavailable: sum('unavailable'),
      failed: sum('failed'),
      last: this.#last.filter(({ number }) => number > since).map(({ number: _, ...failure }) => failure),
    }
  }

  #bucket(number: number): Bucket {
    const newest = this.#buckets.at(-1)
    // After the clock was set back the newest goes on.
    if (newest !== undefined && newest.number >= number) return newest
    const bucket = { number, all: 0, unavailable: 0, failed: 0 }
    this.#buckets = [...this.#buckets.filter((one) => one.number > number - buckets), bucket]
    return bucket
  }
}

const toNumber = (at: Date): number => Math.floor(at.getTime() / 1_000 / bucketSeconds)
