import type { Clock } from '../lib/clock.ts'
import type { RecentAnswers } from '../calls/own-process.ts'

const bucketSeconds = 10
const buckets = 30
const maxLast = 5
/** Polled by monitoring; a 503 there reports a state, not a failed request of a person. */
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

/** Counts the answers of the last five minutes, and remembers the latest failures of the server. */
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

  /** Counts a request that was refused with 503 before its call was known. */
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
    // If the clock was set back, keep using the newest bucket.
    if (newest !== undefined && newest.number >= number) return newest
    const bucket = { number, all: 0, unavailable: 0, failed: 0 }
    this.#buckets = [...this.#buckets.filter((one) => one.number > number - buckets), bucket]
    return bucket
  }
}

const toNumber = (at: Date): number => Math.floor(at.getTime() / 1_000 / bucketSeconds)
