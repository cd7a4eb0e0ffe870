import type { Kysely } from 'kysely'
import type { Queryable } from '../db/query.ts'
import type { Database } from '../db/types.ts'
import type { KeyRing, NamedKey } from '../settings/key-ring.ts'
import { chainStart, nextHeads, rowsBetween, type Seal, sealColumns, type SealedRow } from './chain.ts'

/** Result of verifying the chain; `keyId` is the key it continues with. */
export type Verdict =
  | { intact: true; seals: number; entries: number; head: string; keyId: string | null }
  | { intact: false; sealId: number; why: string }

/** Reads the rows of a seal from the database or an exported file. */
export type ReadRows = (seal: Seal) => AsyncIterable<SealedRow> | Iterable<SealedRow>

const sealsAtOnce = 1_000

/** Seals in order, from a number on, read in pages: a year may produce millions. */
export async function* readSeals(db: Pick<Kysely<Database>, 'selectFrom'>, from = 1): AsyncGenerator<Seal> {
  let after = from - 1
  for (;;) {
    const page: Seal[] = await db
      .selectFrom('journal_seal')
      .select(sealColumns)
      .where('seal_id', '>', after)
      .orderBy('seal_id')
      .limit(sealsAtOnce)
      .execute()
    yield* page
    after = page.at(-1)?.sealId ?? after
    if (page.length < sealsAtOnce) return
  }
}

/** Rows read from the journal itself. */
export function rowsFromDatabase(db: Queryable): ReadRows {
  return ({ fromXid, toXid }) => rowsBetween(db, fromXid, toXid)
}

/** What a verification trusts besides the keys. */
export interface Trusted {
  /** A head that was recorded outside the database: the chain must contain it. */
  head?: string | undefined
  /** Number of the first seal to verify, 1 by default; the seal before it is trusted. */
  from?: number | undefined
}

/**
 * Recomputes the chain. Without a trusted head, which was recorded outside the database, nobody would notice if the
 * newest seals were cut off together with their rows.
 */
export async function verifyChain(
  seals: AsyncIterable<Seal> | Iterable<Seal>,
  readRows: ReadRows,
  keys: KeyRing,
  { head: trustedHead, from = 1 }: Trusted = {},
): Promise<Verdict> {
  let previous: Link = { ...chainStart, dueKeyId: null }
  const trusted = trustedHead?.toLowerCase()
  let isTrustedThere = trusted === undefined
  const checked = { seals: 0, entries: 0 }
  for await (const seal of seals) {
    const link =
      seal.sealId < from ? { ...seal, dueKeyId: null } : await follow(seal, previous, keys, readRows)
    if (typeof link === 'string') return { intact: false, sealId: seal.sealId, why: link }
    previous = link
    if (seal.sealId < from) continue
    checked.seals += 1
    checked.entries += seal.entries
    isTrustedThere ||= seal.head.toString('hex') === trusted
  }
  if (previous.sealId < from - 1)
    return {
      intact: false,
      sealId: from - 1,
      why: 'it is missing, and so is all that was sealed after it',
    }
  if (!isTrustedThere)
    return {
      intact: false,
      sealId: previous.sealId,
      why: 'the trusted head is not in the chain: its newest part was cut off or replaced',
    }
  return { intact: true, ...checked, head: previous.head.toString('hex'), keyId: previous.dueKeyId }
}

interface Link {
  sealId: number
  toXid: string
  head: Buffer
  /** The key that the next seal must be made with; null if unknown. */
  dueKeyId: string | null
}

/** The seal as the next link of the chain, or what is wrong with it. */
async function follow(seal: Seal, previous: Link, keys: KeyRing, readRows: ReadRows): Promise<Link | string> {
  if (seal.sealId !== previous.sealId + 1 || seal.fromXid !== previous.toXid)
    return 'a seal before it is missing'
  const possible = keysFor(seal, previous, keys)
  if (typeof possible === 'string') return possible
  const { heads, entries } = await nextHeads(
    possible.map(({ key }) => key),
    previous.head,
    seal,
    readRows(seal),
  )
  if (entries !== seal.entries) return `it covers ${seal.entries} entries but ${entries} are there`
  const used = possible[heads.findIndex((head) => head.equals(seal.head))]
  if (used === undefined) return 'an entry was changed, or the key is not the one it was sealed with'
  return { ...seal, dueKeyId: seal.nextKeyId ?? used.id }
}

function keysFor({ keyId }: Seal, { dueKeyId }: Link, keys: KeyRing): readonly NamedKey[] | string {
  if (keyId !== null && dueKeyId !== null && keyId !== dueKeyId)
    return `it was made with the key ${keyId}, which the key before it, ${dueKeyId}, has not named`
  const id = keyId ?? dueKeyId
  // A release that recorded no keys knew only one; any of ours may be it.
  if (id === null) return keys.all
  const key = keys.find(id)
  return key === undefined ? `it was made with the key ${id}, which was not given` : [key]
}
