import { ConfigProblem } from '../settings/config.ts'
import type { OpenDatabase, ReadDb } from '../db/open.ts'
import type { KeyRing, NamedKey } from '../settings/key-ring.ts'
import { chainStart, nextHeads, rowsBetween, type Seal, sealColumns } from './chain.ts'

type Reader = ReadDb | OpenDatabase['write']

/** The last two seals of the chain; undefined where there is none. */
export interface ChainEnd {
  last: Seal | undefined
  before: Seal | undefined
}

/** Reads the end of the chain of seals. */
export async function readChainEnd(db: Reader): Promise<ChainEnd> {
  const [last, before] = await db
    .selectFrom('journal_seal')
    .select(sealColumns)
    .orderBy('seal_id', 'desc')
    .limit(2)
    .execute()
  return { last, before }
}

/**
 * The key for the next seal: the one the last seal was made with or has named. For a seal that records no key, it is
 * found by recomputing the seal. Throws ConfigProblem if we do not have that key: a chain continued under another key
 * could never be verified.
 */
export async function nextSealKey(
  db: Reader,
  keys: KeyRing,
  end: ChainEnd,
  signal?: AbortSignal,
): Promise<NamedKey> {
  const { last } = end
  if (last === undefined) return keys.newest
  const due = last.nextKeyId ?? last.keyId
  const found = due === null ? await findKey(db, keys, { ...end, last }, signal) : keys.find(due)
  if (found !== undefined) return found
  const which = due === null ? `the key of seal ${last.sealId}` : `the key ${due}`
  throw new ConfigProblem([
    `${keys.setting} does not hold ${which}, which the journal is sealed with; it holds ${keys.ids}. Every process needs the same keys (docs/operations.md, "Keys").`,
  ])
}

async function findKey(
  db: Reader,
  keys: KeyRing,
  { last, before }: { last: Seal; before: Seal | undefined },
  signal: AbortSignal | undefined,
): Promise<NamedKey | undefined> {
  const rows = rowsBetween(db, last.fromXid, last.toXid, signal)
  const { heads } = await nextHeads(
    keys.all.map(({ key }) => key),
    (before ?? chainStart).head,
    last,
    rows,
  )
  return keys.all[heads.findIndex((head) => head.equals(last.head))]
}

/**
 * Checks that the chain can be continued; returns the key of the first seal, if there is none yet. Throws ConfigProblem
 * if the journal is sealed with a key we do not have.
 */
export async function requireSealKey(db: Reader, keys: KeyRing): Promise<NamedKey | undefined> {
  const end = await readChainEnd(db)
  const next = await nextSealKey(db, keys, end)
  return end.last === undefined ? next : undefined
}
