import { CompiledQuery, type Kysely, sql } from 'kysely'
import { createHmac } from 'node:crypto'
import { type Background, repeat } from '../background.ts'
import type { Clock } from '../clock.ts'
import { advisoryLocks } from '../db/locks.ts'
import type { OpenDatabase, Tx } from '../db/open.ts'
import type { Database } from '../db/types.ts'
import type { Log } from '../log.ts'

const sealEveryMs = 5_000
// So few that reading a page never holds up the requests of this process noticeably.
const pageRows = 500

/** A row as it is sealed and exported: every column, in this order. */
export type SealedRow = readonly [
  seq: number,
  xid: string,
  at: string,
  actorKind: string,
  actor: string,
  sessionId: number | null,
  requestId: string | null,
  event: string,
  agencyId: number | null,
  subject: string | null,
  before: string | null,
  after: string | null,
  reason: string | null,
]

/** One link of the chain. */
export interface Seal {
  sealId: number
  fromXid: string
  toXid: string
  entries: number
  head: Buffer
}

const pageSql = `select seq, xid::text, at, actor_kind, actor, session_id, request_id, event, agency_id, subject, before::text, after::text, reason
from journal_page($1::text::xid8, $2, $3::text::xid8, ${pageRows})`

/**
 * The rows of the transactions from `fromXid` up to but not including `toXid`, in the order of the chain. An abort
 * throws between two pages.
 */
export async function* rowsBetween(
  db: Pick<Kysely<Database>, 'getExecutor'>,
  fromXid: string,
  toXid: string,
  signal?: AbortSignal,
): AsyncGenerator<SealedRow> {
  let after: [string, number] = [fromXid, -1]
  for (;;) {
    signal?.throwIfAborted()
    const page = await db
      .getExecutor()
      .executeQuery<Record<string, unknown>>(CompiledQuery.raw(pageSql, [...after, toXid]))
    for (const row of page.rows) {
      const values = Object.values({ ...row, at: (row['at'] as Date).toISOString() })
      yield values as unknown as SealedRow
    }
    const last = page.rows.at(-1)
    if (last === undefined || page.rows.length < pageRows) return
    after = [last['xid'] as string, last['seq'] as number]
  }
}

/** The next head of the chain: a keyed digest of the previous head, the range and every row in it. */
export async function nextHead(
  key: Buffer,
  previous: Buffer,
  range: { fromXid: string; toXid: string },
  rows: AsyncIterable<SealedRow> | Iterable<SealedRow>,
): Promise<{ head: Buffer; entries: number }> {
  const hmac = createHmac('sha256', key).update(previous).update(`\n${range.fromXid} ${range.toXid}\n`)
  let entries = 0
  for await (const row of rows) {
    hmac.update(JSON.stringify(row)).update('\n')
    entries += 1
  }
  return { head: hmac.digest(), entries }
}

/** Where a chain begins. */
export const chainStart = { toXid: '0', head: Buffer.alloc(0), sealId: 0 }

/**
 * Seals what lies below the horizon of open transactions. Undefined when there is nothing or another process is at it;
 * an abort ends it between two pages, with nothing done.
 */
export async function sealOnce(
  db: OpenDatabase,
  key: Buffer,
  now: Date,
  signal?: AbortSignal,
): Promise<Seal | undefined> {
  return db.write.connection().execute(async (connection) => {
    // Taken before the transaction begins: its snapshot must not be older than the last holder's seal.
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_lock(${advisoryLocks.seal}) as locked`.execute(connection)
    if (rows[0]?.locked !== true) return undefined
    try {
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => sealIn(tx, key, now, signal))
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.seal})`.execute(connection)
    }
  })
}

async function sealIn(
  tx: Tx,
  key: Buffer,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<Seal | undefined> {
  const last = await tx
    .selectFrom('journal_seal')
    .select(['seal_id as sealId', 'to_xid as toXid', 'head'])
    .orderBy('seal_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const previous = last ?? chainStart
  const horizon = await sql<{
    xid: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(tx)
  const toXid = horizon.rows[0]?.xid ?? previous.toXid
  if (BigInt(toXid) <= BigInt(previous.toXid)) return undefined
  const range = { fromXid: previous.toXid, toXid }
  const { head, entries } = await nextHead(
    key,
    previous.head,
    range,
    rowsBetween(tx, range.fromXid, range.toXid, signal),
  )
  if (entries === 0) return undefined
  const seal = { sealId: previous.sealId + 1, ...range, entries, head }
  await tx
    .insertInto('journal_seal')
    .values({
      seal_id: seal.sealId,
      from_xid: seal.fromXid,
      to_xid: seal.toXid,
      entries,
      head,
      sealed_at: now,
    })
    .execute()
  return seal
}

/** Seals every few seconds; each head also goes to the log, where a later verification can find it. */
export function startSealing(db: OpenDatabase, key: Buffer, clock: Clock, log: Log): Background {
  const stopping = new AbortController()
  const work = async (): Promise<void> => {
    const seal = await sealOnce(db, key, clock.now(), stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error
    })
    if (!seal) return
    const { sealId, entries, head } = seal
    log.info('journal.sealed', { seal: sealId, entries, head: head.toString('hex') })
  }
  const sealing = repeat('journal.seal', { everyMs: sealEveryMs, log, work })
  return {
    stop: () => {
      stopping.abort()
      return sealing.stop()
    },
  }
}
