import {
  type OperationsFacts,
  ProcessFigures,
  type ServingProcess,
} from '@agency-support/contract/modules/operations'
import type { OwnProcess } from '../../calls/own-process.ts'
import type { countCommands, countWork, listReplicas, ProcessRow, readDatabase } from './store.ts'

type Found<Read extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Read>>>

/** This process as others see it, with current figures. */
export async function toOwnView(own: OwnProcess, now: Date): Promise<ServingProcess> {
  const { processId, host, pid, build, startedAt } = own
  const figures = await own.read()
  return {
    processId,
    host,
    pid,
    build,
    startedAt: startedAt.toISOString(),
    reportedAt: now.toISOString(),
    figures,
  }
}

/** Another process; an older or newer build may report its figures in another form. */
export function toOtherView(row: ProcessRow): ServingProcess {
  const figures = ProcessFigures.safeParse(row.figures)
  return {
    processId: row.process_id,
    host: row.host,
    pid: row.pid,
    build: row.build,
    startedAt: row.started_at.toISOString(),
    reportedAt: row.told_at.toISOString(),
    figures: figures.success ? figures.data : null,
  }
}

/** The database with its standbys. */
export function toDatabaseView(
  row: Found<typeof readDatabase>,
  replicas: Found<typeof listReplicas>,
): NonNullable<OperationsFacts['database']> {
  return {
    version: row.version,
    sizeBytes: row.size,
    connections: row.connections,
    maxConnections: row.max_connections,
    isReplica: row.replica,
    migration: row.migration,
    migratedAt: row.migrated_at.toISOString(),
    replicas: replicas.map(({ name, state, lag }) => ({ name, state, lagSeconds: lag })),
  }
}

/** Both queues. */
export function toQueuesView(
  commands: Found<typeof countCommands>,
  work: Found<typeof countWork>,
): NonNullable<OperationsFacts['queues']> {
  return {
    commands: {
      queued: commands.queued,
      reachable: commands.reachable,
      oldestAt: commands.oldest_at?.toISOString() ?? null,
      oldestReachableAt: commands.oldest_reachable_at?.toISOString() ?? null,
    },
    work: {
      open: work.open,
      failing: work.failing,
      oldestAt: work.oldest_at?.toISOString() ?? null,
      overdueAt: work.overdue_at?.toISOString() ?? null,
    },
  }
}
