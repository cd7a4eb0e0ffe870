import type { Client } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { withConnection } from '../../db/connection.ts'
import { type Cli, CliProblem, printLine } from '../cli.ts'

/** This many transaction ids can be used up in some minutes; for more, the cluster itself must skip them. */
const maxSkipped = 50_000_000n
const atOnce = 200_000n

/** PostgreSQL notices within this time that a connection is broken, unless the network lost it without a word. */
const noticeMs = 10_000
const checkEveryMs = 50

/**
 * How many transaction ids a cluster is behind one whose next id was `next`. Throws CliProblem if that is too many to
 * use up.
 */
export async function countMissingTransactionIds(client: Client, next: string): Promise<bigint> {
  const { rows } = await client.query<{ current: string }>('select pg_current_xact_id()::text as current')
  const missing = BigInt(next) - BigInt(rows[0]?.current ?? 0)
  if (missing <= 0n) return 0n
  if (missing <= maxSkipped) return missing
  const epoch = BigInt(next) / 2n ** 32n + 1n
  throw new CliProblem(
    [
      `The journal is ordered by transaction ids, and this cluster is ${missing} behind the one that was backed up.`,
      `Stop PostgreSQL, run: pg_resetwal --epoch=${epoch} -D DATADIR, start it and restore again. Nothing was changed.`,
    ].join('\n'),
  )
}

/** Uses up transaction ids, so that later rows sort after all restored ones. */
export async function useUpTransactionIds(
  client: Client,
  missing: bigint,
  cli: Pick<Cli, 'out'>,
): Promise<void> {
  if (missing === 0n) return
  printLine(cli, `Using up ${missing} transaction ids, so that the journal goes on behind what is restored.`)
  // Nothing is written, so nothing can be lost.
  await client.query('set synchronous_commit = off')
  for (let left = missing; left > 0n; left -= atOnce) {
    const count = left < atOnce ? left : atOnce
    await client.query(
      `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    )
  }
  await client.query('reset synchronous_commit')
}

/** The id of the transaction of a connection. */
export async function readTransaction(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return rows[0]?.id ?? ''
}

/**
 * Whether a transaction whose connection broke while it was committed was committed. Throws CliProblem if nobody can
 * say.
 */
export async function isCommitted(databaseUrl: string, transaction: string): Promise<boolean> {
  const deadline = performance.now() + noticeMs
  const read = async (client: Client): Promise<string | null | undefined> => {
    const sql = 'select pg_xact_status($1::xid8) as status'
    for (;;) {
      const status = (await client.query<{ status: string | null }>(sql, [transaction])).rows[0]?.status
      if (status !== 'in progress' || performance.now() > deadline) return status
      await pause(checkEveryMs)
    }
  }
  const status = await withConnection(databaseUrl, read).catch(() => undefined)
  if (status === 'committed' || status === 'aborted') return status === 'committed'
  throw new CliProblem(
    [
      'The connection broke when everything was restored, and the database does not say whether it kept it.',
      'If the database contains tables, it did: run migrate and journal verify. Otherwise empty the file store and',
      'restore again.',
    ].join('\n'),
  )
}
