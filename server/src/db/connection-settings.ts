import type { PoolerOptions } from '../database-settings.ts'
import type { PooledConfig } from './pooled-client.ts'

const statementMs = 15_000

/** What every connection of the pools and pipelined ones asks of the database; each transaction behind a pooler. */
const limits = {
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 60_000,
}
/** Compiling a statement takes longer than any of ours. */
const jit = 'off'

// PostgreSQL ends the session of a server that is gone without a word after a minute, and with it the locks that it
// holds, such as the seal's; by itself after two hours.
const keepalives = ' -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** Configuration of connections for changes. */
export function writingConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  return toConfig(url, pooler, false)
}

/** The same for connections that can only read. */
export function readingConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  return toConfig(url, pooler, true)
}

/**
 * The same for connections over which only rows are found by their keys: one plan serves every key, and PostgreSQL is
 * not to plan anew for each, as it does where values of a parameter seem to matter. It plans again after each analyze.
 */
export function keyedConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  const config = readingConfig(url, pooler)
  return pooler === undefined
    ? { ...config, options: `${config.options} -c plan_cache_mode=force_generic_plan` }
    : config
}

function toConfig(url: string, pooler: PoolerOptions | undefined, isReadOnly: boolean): PooledConfig {
  const common = {
    connectionString: url,
    application_name: 'agency-support',
    // Only where the database is not asked itself; it ends a statement before that. The driver's own limit is a timer for
    // each statement, which costs more than most of them.
    answerWithinMs: statementMs + 2_000,
    pipeline: true,
  }
  // A pooler refuses settings of a session, or drops them.
  if (pooler !== undefined)
    return { ...common, pooling: { prepares: pooler.prepares, isReadOnly, settings: { ...limits, jit } } }
  const readOnly = isReadOnly ? ' -c default_transaction_read_only=on' : ''
  return { ...common, ...limits, options: `-c jit=${jit}${keepalives}${readOnly}` }
}
