import { type Background, repeat } from '../lib/background.ts'
import type { Clock } from '../lib/clock.ts'
import { ConfigProblem } from '../settings/config.ts'
import { advisoryLocks } from '../db/locks.ts'
import type { OpenDatabase, ReadDb, Tx } from '../db/open.ts'
import { query, type Row, statement } from '../db/query.ts'
import type { KeyRing, NamedKey } from '../settings/key-ring.ts'
import type { Log } from '../lib/log.ts'
import { appendEntry, type AuditContext } from './append.ts'
import { readSnapshot } from './changes.ts'
import { chainStart, nextHeads, rowsBetween, type Seal, type SealedRow, type SealSays } from './chain.ts'
import { type ChainEnd, nextSealKey, readChainEnd } from './seal-key.ts'

const sealEveryMs = 5_000

/**
 * Seals the rows of transactions that ended before the oldest open one began. Returns undefined if there is nothing to
 * seal or another process is sealing. Throws ConfigProblem if we do not have the chain's key. An abort stops it between
 * two pages, without any effect.
 */
export async function sealOnce(
  db: OpenDatabase,
  keys: KeyRing,
  now: Date,
  signal?: AbortSignal,
): Promise<Seal | undefined> {
  return alone(db, async (tx) => {
    const end = await readChainEnd(tx)
    const range = await openRange(tx, end)
    if (range === undefined) return undefined
    const rows = rowsBetween(tx, range.fromXid, range.toXid, signal)
    const first = await rows.next()
    if (first.done === true) return undefined
    const key = await nextSealKey(tx, keys, end, signal)
    return insertSeal(
      tx,
      await nextSeal(key, end, { ...range, nextKeyId: null }, joined(first.value, rows)),
      now,
    )
  })
}

/** Result of changing the key. */
export interface KeyChange {
  seal: Seal
  /** Fingerprints of both keys; `from` is null if the previous key is lost. */
  from: string | null
  to: string
}

/**
 * Continues the chain under the newest key, by a seal under the current key that names it. With `lost`, the seal is
 * made under the newest key itself, which verification reports as a break. Returns undefined while an open transaction
 * or another process prevents it. Throws ConfigProblem if there is nothing to change or a key is missing.
 */
export async function changeSealKey(
  db: OpenDatabase,
  keys: KeyRing,
  auditContext: AuditContext,
  { lost }: { lost: boolean },
): Promise<KeyChange | undefined> {
  return alone(db, async (tx) => {
    const end = await readChainEnd(tx)
    const from = await presentKey(tx, keys, end, lost)
    const to = keys.newest
    await refuseUsedKey(tx, keys, from)
    const range = await openRange(tx, end)
    if (range === undefined) return undefined
    const says = { ...range, nextKeyId: from === null ? null : to.id }
    const made = await nextSeal(from ?? to, end, says, rowsBetween(tx, range.fromXid, range.toXid))
    const seal = await insertSeal(tx, made, auditContext.at)
    const fromId = from?.id ?? null
    await appendEntry(tx, auditContext, {
      event: 'journal.keyChanged',
      before: { key: fromId ?? end.last?.nextKeyId ?? end.last?.keyId ?? null },
      after: { key: to.id },
      ...(lost ? { reason: 'The key before it is lost.' } : {}),
    })
    return { seal, from: fromId, to: to.id }
  })
}

/** The current key of the chain; null if it is really lost, as claimed. */
async function presentKey(tx: Tx, keys: KeyRing, end: ChainEnd, lost: boolean): Promise<NamedKey | null> {
  if (end.last === undefined)
    throw new ConfigProblem(['The journal has no seal yet: its key can be changed in the settings alone.'])
  const present = await nextSealKey(tx, keys, end).catch((error: unknown) => {
    if (lost && error instanceof ConfigProblem) return null
    throw error
  })
  if (lost && present !== null)
    throw new ConfigProblem([
      `${keys.setting} holds the key ${present.id}, which the journal is sealed with: it is not lost.`,
    ])
  return present
}

/** Refuses a key that the chain used before, which a key list in the wrong order would bring back. */
async function refuseUsedKey(tx: Tx, keys: KeyRing, from: NamedKey | null): Promise<void> {
  const { id } = keys.newest
  if (from?.id === id)
    throw new ConfigProblem([
      `The journal is sealed with the key ${id} already, the first of ${keys.setting}. Put the new key before it.`,
    ])
  const used = await tx
    .selectFrom('journal_seal')
    .select('seal_id')
    .where((is) => is.or([is('key_id', '=', id), is('next_key_id', '=', id)]))
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined)
    throw new ConfigProblem([
      `The key ${id}, the first of ${keys.setting}, was used before: put a new one there.`,
    ])
}

/**
 * Runs the work in a transaction under the sealing lock; undefined, without doing anything, if another process has it.
 */
async function alone<T>(db: OpenDatabase, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  return db.session.connection().execute(async (connection) => {
    // The lock comes before the transaction: its snapshot must contain the seal of the lock's previous holder.
    if (!(await takeLock(connection))) return undefined
    try {
      return await connection.transaction().setIsolationLevel('repeatable read').execute(work)
    } finally {
      await query(connection, unlockSealSql, [advisoryLocks.seal])
    }
  })
}

const lockSealSql = statement<[lock: number], { locked: boolean }>(
  'lock_seal',
  'select pg_try_advisory_lock($1) as locked',
)
const unlockSealSql = statement<[lock: number]>('unlock_seal', 'select pg_advisory_unlock($1)')

async function takeLock(connection: OpenDatabase['write']): Promise<boolean> {
  const [row] = await query(connection, lockSealSql, [advisoryLocks.seal])
  return row?.locked === true
}

async function nextSeal(
  { id, key }: NamedKey,
  { last }: ChainEnd,
  says: SealSays,
  rows: AsyncIterable<SealedRow>,
): Promise<Seal> {
  const { sealId, head: previous } = last ?? chainStart
  const { heads, entries } = await nextHeads([key], previous, says, rows)
  return { ...says, sealId: sealId + 1, keyId: id, entries, head: heads[0] as Buffer }
}

async function* joined(first: SealedRow, rest: AsyncIterable<SealedRow>): AsyncGenerator<SealedRow> {
  yield first
  yield* rest
}

/** The range of ended transactions without a seal; undefined if one is still open since the last seal. */
async function openRange(
  tx: Tx,
  { last }: ChainEnd,
): Promise<{ fromXid: string; toXid: string } | undefined> {
  const fromXid = (last ?? chainStart).toXid
  const { snapshotXmin } = await readSnapshot(tx)
  const toXid = String(snapshotXmin)
  return BigInt(toXid) > BigInt(fromXid) ? { fromXid, toXid } : undefined
}

async function insertSeal(tx: Tx, seal: Seal, now: Date): Promise<Seal> {
  await tx
    .insertInto('journal_seal')
    .values({
      seal_id: seal.sealId,
      from_xid: seal.fromXid,
      to_xid: seal.toXid,
      entries: seal.entries,
      head: seal.head,
      sealed_at: now,
      key_id: seal.keyId,
      next_key_id: seal.nextKeyId,
    })
    .execute()
  return seal
}

const oldestUnsealedSql = statement<[], Row<'journal', 'at'>>(
  'oldest_unsealed',
  `select at from journal where xid >= coalesce(
  (select to_xid from journal_seal order by seal_id desc limit 1), '0'::xid8) order by xid, seq limit 1`,
)

/** Seconds since the oldest row without a seal was written; 0 if all are sealed. */
export async function readSealLag(db: ReadDb, now: Date): Promise<number> {
  const [row] = await query(db, oldestUnsealedSql, [])
  return row === undefined ? 0 : Math.max(0, (now.getTime() - row.at.getTime()) / 1_000)
}

/** Seals every few seconds; also logs each head, for a later verification. */
export function startSealing(parts: {
  db: OpenDatabase
  config: { sealKeys: KeyRing }
  clock: Clock
  log: Log
}): Background {
  const { db, config, clock, log } = parts
  const work = async (signal: AbortSignal): Promise<void> => {
    const seal = await sealOnce(db, config.sealKeys, clock.now(), signal)
    if (seal === undefined) return
    const { sealId, entries, head, keyId } = seal
    log.info('journal.sealed', { seal: sealId, entries, head: head.toString('hex'), key: keyId })
  }
  return repeat('journal.seal', { everyMs: sealEveryMs, log, work })
}
