import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { getErrorCode } from '../lib/error-code.ts'
import { errorFacts, type Log } from '../lib/log.ts'
import { queryCancelledCode } from './database-errors.ts'

/** Milliseconds for which a replica that failed or lags is not used. */
const restMs = 5_000
const checkEveryMs = 10

interface Position {
  lsn: string
  cluster: string
}

// The insert position, not the flushed one: with synchronous_commit off, visible commits may not be on disk yet.
const positionSql = `select pg_current_wal_insert_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as cluster`
const hasReachedSql = `select pg_is_in_recovery() and system_identifier::text = $2 as follows,
  pg_last_wal_replay_lsn() >= $1::pg_lsn as reached from pg_control_system()`

export interface ReplicaParts {
  replica: pg.Pool
  primary: pg.Pool
  /** Maximum lag in milliseconds for which a read waits. */
  maxLagMs: number
  log: Pick<Log, 'info' | 'warn'> | undefined
}

/** Reads for which the replica was considered, by what answered them. */
export interface ReplicaUse {
  replica: number
  primary: number
}

/** The part of a pool that the query builder and statements use. */
export type QueryPool = Pick<pg.Pool, 'query' | 'connect' | 'end' | 'options'>

/**
 * A replica that takes reads from the primary. Before each read it must have replayed everything committed so far, so
 * that people see their own changes, whichever server made them. If it lags, fails or is down, it is skipped for some
 * time.
 */
export class Replica {
  readonly #parts: ReplicaParts
  readonly #use: ReplicaUse = { replica: 0, primary: 0 }
  #restsUntil = 0
  #isPassedBy = false

  constructor(parts: ReplicaParts) {
    this.#parts = parts
  }

  get use(): Readonly<ReplicaUse> {
    return this.#use
  }

  /** True once it has replayed everything committed before this call; false if the primary must answer. */
  async isReady(): Promise<boolean> {
    const isReady = performance.now() >= this.#restsUntil && (await this.#catchesUp())
    this.#use[isReady ? 'replica' : 'primary'] += 1
    return isReady
  }

  /** Queries the replica, and the primary if that fails: each statement of an export is repeated as a whole. */
  get pool(): QueryPool {
    const query = (...args: unknown[]): Promise<unknown> => this.#query(args)
    const client = { query, release: () => undefined }
    const { options } = this.#parts.replica
    const connect = (): Promise<typeof client> => Promise.resolve(client)
    return { query, connect, options, end: () => Promise.resolve() } as unknown as QueryPool
  }

  async #query(args: readonly unknown[]): Promise<unknown> {
    const { replica, primary } = this.#parts
    if (performance.now() >= this.#restsUntil)
      try {
        return await (Reflect.apply(replica.query, replica, args) as Promise<unknown>)
      } catch (error) {
        // The primary would take as long.
        if (getErrorCode(error) === queryCancelledCode) throw error
        this.#passBy('failed', error)
      }
    return Reflect.apply(primary.query, primary, args) as Promise<unknown>
  }

  async #catchesUp(): Promise<boolean> {
    const { replica, primary, maxLagMs } = this.#parts
    const until = performance.now() + maxLagMs
    try {
      const { rows } = await primary.query<Position>(positionSql)
      const { lsn, cluster } = rows[0] ?? { lsn: '', cluster: '' }
      for (;;) {
        const result = await replica.query<{ follows: boolean; reached: boolean }>(hasReachedSql, [
          lsn,
          cluster,
        ])
        if (result.rows[0]?.follows !== true) throw new Error('the database is no replica of the primary')
        if (result.rows[0].reached) break
        if (performance.now() > until) {
          this.#passBy('late')
          return false
        }
        await pause(checkEveryMs)
      }
    } catch (error) {
      this.#passBy('failed', error)
      return false
    }
    if (this.#isPassedBy) this.#parts.log?.info('replica.back')
    this.#isPassedBy = false
    return true
  }

  #passBy(why: 'late' | 'failed', error?: unknown): void {
    this.#restsUntil = performance.now() + restMs
    if (this.#isPassedBy) return
    this.#isPassedBy = true
    this.#parts.log?.warn('replica.passedBy', { why, ...(error === undefined ? {} : errorFacts(error)) })
  }
}
