import { createHmac } from 'node:crypto'
import { type Column, type Narrowed, query, type Queryable, type Row, statement } from '../db/query.ts'

// Small enough that hashing a page does not noticeably block the event loop.
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

/** One seal of the chain. */
export interface Seal {
  sealId: number
  fromXid: string
  toXid: string
  entries: number
  head: Buffer
  /** Fingerprint of the key it was made with; null in seals of old releases that did not record it. */
  keyId: string | null
  /** Fingerprint of the key for the following seals; null while the key does not change. */
  nextKeyId: string | null
}

/** The columns of a seal. */
export const sealColumns = [
  'seal_id as sealId',
  'from_xid as fromXid',
  'to_xid as toXid',
  'entries',
  'head',
  'key_id as keyId',
  'next_key_id as nextKeyId',
] as const

/** The start of every chain. */
export const chainStart = { toXid: '0', head: Buffer.alloc(0), sealId: 0 }

const columns = [
  'seq',
  'xid',
  'at',
  'actor_kind',
  'actor',
  'session_id',
  'request_id',
  'event',
  'agency_id',
  'subject',
  'before',
  'after',
  'reason',
] as const satisfies readonly Column<'journal'>[]
type PageRow = Narrowed<
  Row<'journal', (typeof columns)[number]>,
  { before: string | null; after: string | null }
>
const asText: readonly string[] = ['before', 'after']
const texts = columns.map((column) => (asText.includes(column) ? `${column}::text` : column))

const readPageSql = statement<[afterXid: string, afterSeq: number, toXid: string], PageRow>(
  'read_journal_page',
  `select ${texts.join(', ')} from journal_page($1::text::xid8, $2, $3::text::xid8, ${pageRows})`,
)

/**
 * The rows of the transactions from `fromXid` up to but excluding `toXid`, in the order of the chain. Throws between
 * two pages when aborted.
 */
export async function* rowsBetween(
  db: Queryable,
  fromXid: string,
  toXid: string,
  signal?: AbortSignal,
): AsyncGenerator<SealedRow> {
  let after: [string, number] = [fromXid, -1]
  for (;;) {
    signal?.throwIfAborted()
    const page = await query(db, readPageSql, [...after, toXid])
    for (const row of page) {
      const values = Object.values({ ...row, at: row.at.toISOString() })
      yield values as unknown as SealedRow
    }
    const last = page[pageRows - 1]
    if (last === undefined) return
    after = [last.xid, last.seq]
  }
}

/** What a seal contains besides its rows. */
export type SealSays = Pick<Seal, 'fromXid' | 'toXid' | 'nextKeyId'>

/**
 * The next head of the chain under each of the keys, in their order: a keyed digest of the previous head, the content
 * of the seal and every row in it.
 */
export async function nextHeads(
  keys: readonly Buffer[],
  previous: Buffer,
  { fromXid, toXid, nextKeyId }: SealSays,
  rows: AsyncIterable<SealedRow> | Iterable<SealedRow>,
): Promise<{ heads: Buffer[]; entries: number }> {
  const said = nextKeyId === null ? `${fromXid} ${toXid}` : `${fromXid} ${toXid} ${nextKeyId}`
  const digests = keys.map((key) => createHmac('sha256', key).update(previous).update(`\n${said}\n`))
  let entries = 0
  for await (const row of rows) {
    const line = `${JSON.stringify(row)}\n`
    for (const digest of digests) digest.update(line)
    entries += 1
  }
  return { heads: digests.map((digest) => digest.digest()), entries }
}
