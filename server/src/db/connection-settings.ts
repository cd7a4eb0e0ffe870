import type { PoolerOptions } from '../settings/database.ts'
import type { PooledConfig } from './pooled-client.ts'

const statementMs = 15_000

/** Milliseconds; for every pooled or pipelined connection, and for each transaction behind a pooler. */
const limits = {
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 60_000,
}
/**
 * Compiling takes longer than any of our statements, and so does starting parallel workers for most: the generic plan
 * of a search by id expects thousands of hits among a million agencies, and took 30 ms with workers instead of one.
 */
const planning = { jit: 'off', max_parallel_workers_per_gather: 0 }
const planningOptions = Object.entries(planning)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

// Detects a vanished server process within a minute instead of PostgreSQL's default of two hours, which releases its
// locks, such as the one for sealing.
const keepalives = ' -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** Configuration of connections that may write. */
export function writingConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  return toConfig(url, pooler, { isReadOnly: false })
}

/** Configuration of connections that can only read. */
export function readingConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  return toConfig(url, pooler, { isReadOnly: true })
}

/**
 * Configuration of connections for lookups by key: one generic plan serves every key, so PostgreSQL must not replan per
 * value. It still replans after each analyze.
 */
export function keyedConfig(url: string, pooler?: PoolerOptions): PooledConfig {
  const config = readingConfig(url, pooler)
  return pooler === undefined
    ? { ...config, options: `${config.options} -c plan_cache_mode=force_generic_plan` }
    : config
}

function toConfig(
  url: string,
  pooler: PoolerOptions | undefined,
  { isReadOnly }: { isReadOnly: boolean },
): PooledConfig {
  const common = {
    connectionString: url,
    application_name: 'agency-support',
    // Only for a pooler that gets no answer: the database itself cancels a statement earlier. The driver's own option
    // would set a timer per statement, which costs more than most statements.
    answerWithinMs: statementMs + 2_000,
    pipeline: true,
  }
  // A pooler refuses or drops session settings.
  if (pooler !== undefined)
    return {
      ...common,
      pooling: { prepares: pooler.prepares, isReadOnly, settings: { ...limits, ...planning } },
    }
  const readOnly = isReadOnly ? ' -c default_transaction_read_only=on' : ''
  return { ...common, ...limits, options: `${planningOptions}${keepalives}${readOnly}` }
}
