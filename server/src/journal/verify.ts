import type { Kysely } from 'kysely'
import type { Database } from '../db/types.ts'
import { chainStart, nextHead, rowsBetween, type Seal, type SealedRow } from './seal.ts'

/** What came of checking the chain. */
export type Verdict =
  | { intact: true; seals: number; entries: number; head: string }
  | { intact: false; sealId: number; why: string }

/** Where the rows of a seal come from: the database or an exported file. */
export type RowsOf = (seal: Seal) => AsyncIterable<SealedRow> | Iterable<SealedRow>

const sealsAtOnce = 1_000

/** All seals in order, read in pages: in a year there may be millions. */
export async function* readSeals(db: Pick<Kysely<Database>, 'selectFrom'>): AsyncGenerator<Seal> {
  let last: Seal | undefined
  for (;;) {
    const page: Seal[] = await db
      .selectFrom('journal_seal')
      .select(['seal_id as sealId', 'from_xid as fromXid', 'to_xid as toXid', 'entries', 'head'])
      .$if(last !== undefined, (query) => query.where('seal_id', '>', last?.sealId ?? 0))
      .orderBy('seal_id')
      .limit(sealsAtOnce)
      .execute()
    yield* page
    last = page.at(-1)
    if (page.length < sealsAtOnce) return
  }
}

/** Rows straight from the journal. */
export function rowsFromDatabase(db: Pick<Kysely<Database>, 'getExecutor'>): RowsOf {
  return ({ fromXid, toXid }) => rowsBetween(db, fromXid, toXid)
}

/**
 * Computes the chain anew. With a trusted head, one that was noted outside the database, the chain must
 * contain it: without it, cutting off the newest seals together with their rows would go unseen.
 */
export async function verifyChain(
  seals: AsyncIterable<Seal> | Iterable<Seal>,
  rowsOf: RowsOf,
  key: Buffer,
  trustedHead?: string,
): Promise<Verdict> {
  let previous: { head: Buffer; toXid: string; sealId: number } = chainStart
  const trusted = trustedHead?.toLowerCase()
  let isTrustedThere = trusted === undefined
  let entries = 0
  for await (const seal of seals) {
    const broken = (why: string): Verdict => ({ intact: false, sealId: seal.sealId, why })
    if (seal.sealId !== previous.sealId + 1 || seal.fromXid !== previous.toXid)
      return broken('a seal before it is missing')
    const next = await nextHead(key, previous.head, seal, rowsOf(seal))
    if (next.entries !== seal.entries)
      return broken(`it covers ${seal.entries} entries but ${next.entries} are there`)
    if (!next.head.equals(seal.head))
      return broken('an entry was changed, or the key is not the one it was sealed with')
    entries += next.entries
    isTrustedThere ||= seal.head.toString('hex') === trusted
    previous = seal
  }
  const head = previous.head.toString('hex')
  if (!isTrustedThere)
    return {
      intact: false,
      sealId: previous.sealId,
      why: 'the trusted head is not in the chain: its newest part was cut off or replaced',
    }
  return { intact: true, seals: previous.sealId, entries, head }
}
