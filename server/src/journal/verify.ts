import type { Kysely } from 'kysely'
import type { Database } from '../db/types.ts'
import { chainStart, nextHead, rowsBetween, type Seal, type SealedRow } from './seal.ts'

/** What came of checking the chain. */
export type Verdict =
  | { intact: true; seals: number; entries: number; head: string }
  | { intact: false; sealId: number; why: string }

/** Where the rows of a seal come from: the database or an exported file. */
export type RowsOf = (seal: Seal) => AsyncIterable<SealedRow> | Iterable<SealedRow>

/** All seals in order. */
export async function readSeals(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<Seal[]> {
  return db
    .selectFrom('journal_seal')
    .select(['seal_id as sealId', 'from_xid as fromXid', 'to_xid as toXid', 'entries', 'head'])
    .orderBy('seal_id')
    .execute()
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
  seals: readonly Seal[],
  rowsOf: RowsOf,
  key: Buffer,
  trustedHead?: string,
): Promise<Verdict> {
  let previous: { head: Buffer; toXid: string; sealId: number } = chainStart
  let entries = 0
  for (const seal of seals) {
    const broken = (why: string): Verdict => ({ intact: false, sealId: seal.sealId, why })
    if (seal.sealId !== previous.sealId + 1 || seal.fromXid !== previous.toXid)
      return broken('a seal before it is missing')
    const next = await nextHead(key, previous.head, seal, rowsOf(seal))
    if (next.entries !== seal.entries)
      return broken(`it covers ${seal.entries} entries but ${next.entries} are there`)
    if (!next.head.equals(seal.head))
      return broken('an entry was changed, or the key is not the one it was sealed with')
    entries += next.entries
    previous = seal
  }
  const head = previous.head.toString('hex')
  const trusted = trustedHead?.toLowerCase()
  if (trusted !== undefined && !seals.some((seal) => seal.head.toString('hex') === trusted))
    return {
      intact: false,
      sealId: previous.sealId,
      why: 'the trusted head is not in the chain: its newest part was cut off or replaced',
    }
  return { intact: true, seals: seals.length, entries, head }
}
