import type { ReadDb } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

/** Pages of the table that a sample is made of: a few thousand names. */
const sampledPages = 120
/** A sample this old is taken anew, after the search that met it. */
const maxAgeMs = 60_000
/** So many hits in the sample tell how frequent a text is. */
const enoughHits = 100
const nameEnd = '\n'

type SampledRow = Row<'agency', 'agency_id' | 'name_folded'>

const countPagesSql = statement<[], { pages: number }>(
  'count_agency_pages',
  `select pg_relation_size('agency') / current_setting('block_size')::integer as pages`,
)
const sampleSql = statement<[percent: number], SampledRow>(
  'sample_agencies',
  'select agency_id, name_folded from agency tablesample system ($1)',
)

/** Some of all agencies, from which it is told roughly how many a text or a range of ids will find. */
export class AgencySample {
  /** Roughly how many agencies there are. */
  readonly total: number
  readonly #names: string
  readonly #ids: Int32Array
  readonly #weight: number
  readonly #grams: ReadonlyMap<string, number>

  /** Rows by chance, each standing for `weight` agencies. */
  constructor(rows: readonly SampledRow[], weight: number) {
    this.total = rows.length * weight
    this.#weight = weight
    this.#names = rows.map(({ name_folded: name }) => `${name}${nameEnd}`).join('')
    this.#ids = Int32Array.from(rows, ({ agency_id: id }) => id).toSorted()
    this.#grams = countGrams(this.#names)
  }

  /** How often three characters stand in the names of the sample. */
  countGram(gram: string): number {
    return this.#grams.get(gram) ?? 0
  }

  /** Estimates whether more than `than` names contain the text; stops as soon as that is known. */
  hasMore(text: string, than: number): boolean {
    return this.countNames(text, Math.min(enoughHits, Math.floor(than / this.#weight) + 1)) > than
  }

  /**
   * Estimates how many names contain the text, from the first `enough` hits in the sample. 0 without scanning if one of
   * its trigrams occurs in no name, as with most ids.
   */
  countNames(text: string, enough = enoughHits): number {
    for (let at = 0; at + 3 <= text.length; at += 1) if (!this.#grams.has(text.slice(at, at + 3))) return 0
    let hits = 0
    let at = this.#names.indexOf(text)
    while (at >= 0) {
      hits += 1
      const end = this.#names.indexOf(nameEnd, at) + 1
      if (hits === enough) return (hits * this.#weight * this.#names.length) / end
      at = this.#names.indexOf(text, end)
    }
    return hits * this.#weight
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

function countGrams(names: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let at = 0; at + 3 <= names.length; at += 1) {
    const gram = names.slice(at, at + 3)
    counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  return counts
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
