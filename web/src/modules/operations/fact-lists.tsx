import type { OperationsStatus } from '@agency-support/contract/modules/operations'
import { LocalTime } from '../../components/text/local-time.tsx'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatNumber } from '../../lib/format/format.ts'
import type { Fact } from './facts.tsx'
import { operationsMessages } from './messages.ts'

/** An instant, or the given words for none. */
export function at(instant: string | null, none: string) {
  return instant === null ? none : <LocalTime at={instant} format="MM/DD/YYYY h:mm:ss a" />
}

/** Facts about the database; null if they could not be read. */
export function databaseFacts(database: OperationsStatus['database']): readonly Fact[] | null {
  if (database === null) return null
  const { version, sizeBytes, connections, maxConnections, migration, migratedAt, replicas } = database
  return [
    ['PostgreSQL', version],
    ['Size', formatBytes(sizeBytes)],
    ['Connections', `${formatNumber(connections)} of ${formatNumber(maxConnections)}`],
    ['Last migration', migration.replace(/\.sql$/, '')],
    ['Migrated', at(migratedAt, operationsMessages.notKnown)],
    ['Standbys', replicas.length === 0 ? operationsMessages.noReplicas : replicas.map(toReplica).join('; ')],
  ]
}

function toReplica({
  name,
  state,
  lagSeconds,
}: NonNullable<OperationsStatus['database']>['replicas'][number]) {
  const behind = lagSeconds === null ? 'how far behind is not known' : `${lagSeconds.toFixed(1)} s behind`
  return `${name ?? 'one'}: ${state ?? 'its state is not known'}, ${behind}`
}

/** Facts about both queues. */
export function queueFacts(queues: OperationsStatus['queues']): readonly Fact[] | null {
  if (queues === null) return null
  const { commands, work } = queues
  return [
    ['Commands waiting', formatNumber(commands.queued)],
    ['Of these for connected software', formatNumber(commands.reachable)],
    ['Oldest command', at(commands.oldestAt, 'none waits')],
    ['Work at providers', formatNumber(work.open)],
    ['Whose last try failed', formatNumber(work.failing)],
    ['Oldest work', at(work.oldestAt, 'there is none')],
  ]
}

/** Facts about the journal's seals. */
export function journalFacts(journal: OperationsStatus['journal']): readonly Fact[] | null {
  if (journal === null) return null
  return [
    ['Seals', formatNumber(journal.seals)],
    ['Last seal', at(journal.sealedAt, 'not yet')],
    [
      'Oldest entry without one',
      journal.lagSeconds === 0 ? 'none' : `${journal.lagSeconds.toFixed(0)} s old`,
    ],
  ]
}

/** Facts about the agencies' software. */
export function softwareFacts(software: OperationsStatus['software']): readonly Fact[] | null {
  if (software === null) return null
  return [
    ['Connected in the last two minutes', formatNumber(software.connected)],
    ['Ever heard of', formatNumber(software.known)],
  ]
}
