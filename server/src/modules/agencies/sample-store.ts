import type { ReadDb } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** Pages of the table that a sample is made of: a few thousand names. */
const sampledPages = 120
/** A sample of this age is replaced in the background; the search that finds it too old still uses it. */
const maxAgeMs = 60_000
/** With this many hits in the sample, the frequency of a text can be estimated. */
const enoughHits = 100
const nameEnd = '\n'

const isBetweenWords = (character: string | undefined): boolean =>
  character === undefined || character === ' ' || character === nameEnd

type SampledRow = Row<'agency', 'agency_id' | 'name_folded'>

const countPagesSql = statement<[], { pages: number }>(
  'count_agency_pages',
  `select pg_relation_size('agency') / current_setting('block_size')::integer as pages`,
)
const sampleSql = statement<[percent: number], SampledRow>(
  'sample_agencies',
  'select agency_id, name_folded from agency tablesample system ($1)',
)

/** A sample of the agencies, for estimating how many of them a text or a range of ids will find. */
export class AgencySample {
  /** Roughly how many agencies there are. */
  readonly total: number
  readonly #names: string
  readonly #ids: Int32Array
  readonly #weight: number
  readonly #places: GramPlaces

  /** Rows by chance, each standing for `weight` agencies. */
  constructor(rows: readonly SampledRow[], weight: number) {
    this.total = rows.length * weight
    this.#weight = weight
    this.#names = `${nameEnd}${rows.map(({ name_folded: name }) => `${name}${nameEnd}`).join('')}`
    this.#ids = Int32Array.from(rows, ({ agency_id: id }) => id).toSorted()
    this.#places = new GramPlaces(this.#names)
  }

  /** Estimates how many names contain three characters: at least as many as one of the sample stands for. */
  countGram(gram: string): number {
    return Math.max(1, this.#places.count(gram, 0)) * this.#weight
  }

  /** Estimates whether more than `than` names contain the text; stops as soon as that is known. */
  hasMore(text: string, than: number): boolean {
    return this.countNames(text, Math.min(enoughHits, Math.floor(than / this.#weight) + 1)) > than
  }

  /** Estimates whether more than `than` names begin with the text. */
  hasMoreBeginning(text: string, than: number): boolean {
    return this.hasMore(nameEnd + text, than)
  }

  /** Estimates how many names contain the text, from the first `enough` hits in the sample. */
  countNames(text: string, enough = enoughHits): number {
    let hits = 0
    let end = 0
    for (const at of this.#findText(text)) {
      // Another hit in the same name.
      if (at < end) continue
      hits += 1
      // The character at the place itself may be the end of the name before.
      end = this.#names.indexOf(nameEnd, at + 1)
      if (hits === enough) return (hits * this.#weight * this.#names.length) / end
    }
    return hits * this.#weight
  }

  /**
   * Estimates in how many different words or pairs of words the text occurs, from those that occur once among the first
   * hits in the sample; of common ones there are few. And how many names contain it in a later word than the first.
   */
  countTerms(text: string): { terms: number; later: number } {
    const [once, again] = [new Set<string>(), new Set<string>()]
    let [hits, later] = [0, 0]
    for (const at of this.#findText(text)) {
      const from = this.#startOfWord(at)
      const term = this.#names.slice(from, this.#endOfWord(at + text.length))
      if (once.has(term)) again.add(term)
      once.add(term)
      if (this.#names[from - 1] === ' ') later += 1
      hits += 1
      if (hits === enoughHits) break
    }
    const weight = hits === 0 ? 0 : this.countNames(text) / hits
    return { terms: (once.size - again.size) * weight, later: later * weight }
  }

  #startOfWord(at: number): number {
    let from = at
    while (!isBetweenWords(this.#names[from - 1])) from -= 1
    return from
  }

  #endOfWord(at: number): number {
    let to = at
    while (!isBetweenWords(this.#names[to])) to += 1
    return to
  }

  /** Where the text occurs in the names, in order; found by its rarest trigram, because most texts occur in few names. */
  *#findText(text: string): Generator<number> {
    if (text.length < 3) {
      for (let at = this.#names.indexOf(text); at >= 0; at = this.#names.indexOf(text, at + 1)) yield at
      return
    }
    const { places, offset } = this.#places.findRarest(text)
    for (const place of places) if (this.#names.startsWith(text, place - offset)) yield place - offset
  }

  /** Roughly how many ids lie in the ranges, which do not overlap. */
  countIds(ranges: readonly (readonly [first: number, last: number])[]): number {
    const hits = ranges.reduce((sum, [first, last]) => sum + this.#below(last + 1) - this.#below(first), 0)
    return hits * this.#weight
  }

  /** How many ids of the sample are smaller. */
  #below(id: number): number {
    let [from, to] = [0, this.#ids.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#ids[middle] ?? id) < id) from = middle + 1
      else to = middle
    }
    return from
  }
}

const maxGrams = 3

/**
 * Pieces of three characters that a name or term must have to hold the text; a shorter text is its own piece. Of more
 * than a few the rarest that stand apart: a common piece takes the index longer than what it rules out.
 */
export function toGrams(text: string, sample: AgencySample): string[] {
  const characters = Array.from(text)
  if (characters.length <= 3) return [text]
  const grams = characters.slice(2).map((_, at) => ({ gram: characters.slice(at, at + 3).join(''), at }))
  if (grams.length <= 2) return grams.map(({ gram }) => gram)
  const rarest = grams.toSorted((one, other) => sample.countGram(one.gram) - sample.countGram(other.gram))
  const chosen: typeof grams = []
  for (const next of rarest)
    if (chosen.length < maxGrams && chosen.every(({ at }) => Math.abs(at - next.at) > 1)) chosen.push(next)
  return chosen.map(({ gram }) => gram)
}

/** How many names the index reads of a piece in the time that one name takes to be fetched. */
const readsPerFetch = 100

/** The pieces for the index of names: those that take it less time than the names that they may rule out. */
export function toNameGrams(text: string, sample: AgencySample): string[] {
  let left = sample.total
  return toGrams(text, sample).filter((gram, at) => {
    const names = sample.countGram(gram)
    if (at > 0 && names > left * readsPerFetch) return false
    left *= names / sample.total
    return true
  })
}

const bucketBits = 16

/** A number for the trigram at a place of a text; few trigrams share one. */
function toBucket(text: string, at: number): number {
  const mixed =
    Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)
  return mixed >>> (32 - bucketBits)
}

/** Where the trigrams of a text occur, by their buckets: a map of strings would take ten times as long to fill. */
class GramPlaces {
  /** All places, those of each bucket together and in order. */
  readonly #places: Int32Array
  /** Where the places of each bucket begin; one more says where the last ones end. */
  readonly #starts = new Int32Array(2 ** bucketBits + 1)

  constructor(text: string) {
    const size = Math.max(0, text.length - 2)
    for (let at = 0; at < size; at += 1) this.#add(toBucket(text, at) + 1, 1)
    for (let bucket = 1; bucket < this.#starts.length; bucket += 1) this.#add(bucket, this.#start(bucket - 1))
    this.#places = new Int32Array(size)
    const next = this.#starts.slice()
    for (let at = 0; at < size; at += 1) {
      const bucket = toBucket(text, at)
      const place = next[bucket] ?? 0
      this.#places[place] = at
      next[bucket] = place + 1
    }
  }

  #start(bucket: number): number {
    return this.#starts[bucket] ?? 0
  }

  #add(bucket: number, more: number): void {
    this.#starts[bucket] = this.#start(bucket) + more
  }

  /** How often the trigram at a place of another text occurs; includes others in its bucket. */
  count(wanted: string, at: number): number {
    const bucket = toBucket(wanted, at)
    return this.#start(bucket + 1) - this.#start(bucket)
  }

  /** The places of a text's rarest trigram, and how far into that text it stands. */
  findRarest(wanted: string): { places: Int32Array; offset: number } {
    let offset = 0
    for (let at = 1; at + 3 <= wanted.length; at += 1)
      if (this.count(wanted, at) < this.count(wanted, offset)) offset = at
    const bucket = toBucket(wanted, offset)
    return { places: this.#places.subarray(this.#start(bucket), this.#start(bucket + 1)), offset }
  }
}

const samples = new WeakMap<ReadDb, { sample: Promise<AgencySample>; takenAt: number }>()

/** The sample of a database's agencies: taken by the first search, and by one a minute after it for those that follow. */
export function currentSample(db: ReadDb): Promise<AgencySample> {
  const kept = samples.get(db)
  if (kept !== undefined && performance.now() - kept.takenAt < maxAgeMs) return kept.sample
  const sample = takeSample(db)
  const taken = { sample, takenAt: performance.now() }
  samples.set(db, kept === undefined ? taken : { ...taken, sample: kept.sample })
  sample.then(
    () => samples.set(db, taken),
    () => kept === undefined && samples.delete(db),
  )
  return kept?.sample ?? sample
}

async function takeSample(db: ReadDb): Promise<AgencySample> {
  const [size] = await query(db, countPagesSql, [])
  const share = Math.min(1, sampledPages / Math.max(1, size?.pages ?? 0))
  return new AgencySample(await query(db, sampleSql, [share * 100]), 1 / share)
}
