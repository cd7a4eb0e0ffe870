import type { LiveHint } from '@agency-support/contract/modules/journal'
import { roomOf } from '@agency-support/contract/event'
import { CompiledQuery } from 'kysely'
import type { ReadDb } from '../db/open.ts'

/** Rows of the journal at or above a transaction, with the horizon of the same snapshot. */
export interface Changes {
  rows: readonly ChangeRow[]
  /** No transaction below this one is still open: nothing can appear there any more. */
  horizon: bigint
  /** There were more rows than are worth telling one by one. */
  burst: boolean
}

export interface ChangeRow {
  seq: number
  xid: bigint
  event: string
  agencyId: number | null
}

const mostRows = 2_000

const changesSql = `select h.horizon, j.seq, j.xid, j.event, j.agency_id
from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) h
left join lateral (
  select seq, xid::text as xid, event, agency_id from journal
  where xid >= $1::text::xid8 order by journal.xid, seq limit ${mostRows + 1}
) j on true`

/** What the journal holds from `cursor` on. One statement, so that rows and horizon agree. */
export async function readChanges(db: ReadDb, cursor: bigint): Promise<Changes> {
  const { rows } = await db.getExecutor().executeQuery<{
    horizon: string
    seq: number | null
    xid: string
    event: string
    agency_id: number | null
  }>(CompiledQuery.raw(changesSql, [String(cursor)]))
  const [first] = rows
  if (first === undefined) throw new Error('the horizon query answered nothing')
  const found = rows.flatMap((row) =>
    row.seq === null
      ? []
      : [{ seq: row.seq, xid: BigInt(row.xid), event: row.event, agencyId: row.agency_id }],
  )
  return { rows: found, horizon: BigInt(first.horizon), burst: found.length > mostRows }
}

/** Past this many, hints name rooms instead of agencies. */
const mostHints = 100

/** Rows as hints without repetition; a burst becomes one hint a room. */
export function hintsOf(rows: readonly ChangeRow[], burst = false): LiveHint[] {
  const byKey = new Map<string, LiveHint>()
  for (const row of rows) {
    const hint = { room: roomOf(row.event), agencyId: row.agencyId, event: row.event }
    byKey.set(`${hint.event} ${hint.agencyId}`, hint)
  }
  const hints = [...byKey.values()]
  if (!burst && hints.length <= mostHints) return hints
  return [...new Set(hints.map(({ room }) => room))].map((room) => ({ room, agencyId: null, event: null }))
}
