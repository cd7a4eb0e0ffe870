import type { OperationsFacts } from '@agency-support/contract/modules/operations'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { plusSeconds } from '../../lib/clock.ts'
import { cacheBriefly } from '../../calls/cached-result.ts'
import type { Services } from '../../calls/context.ts'
import type { ReadDb } from '../../db/open.ts'
import type { QueueFigures } from '../../http/metrics.ts'
import { countCommands, countWork } from './store.ts'
import { toQueuesView } from './view.ts'

type Queues = NonNullable<OperationsFacts['queues']>

/** Software seen since this instant counts as connected. */
export function connectedSince(now: Date): Date {
  return plusSeconds(now, -protocolNumbers.connectedSeconds)
}

const counted = cacheBriefly<Queues | undefined>()

/**
 * What waits for agencies' software and for providers; undefined if the database did not answer. Counting scans
 * everything that waits, so each process caches the result for five seconds.
 */
export function readQueues(services: Services, db: ReadDb, now: Date): Promise<Queues | undefined> {
  return counted(services, now, async () => {
    const [commands, work] = await Promise.all([countCommands(db, connectedSince(now)), countWork(db, now)])
    return commands && work && toQueuesView(commands, work)
  })
}

/** The same for `/metrics`. */
export async function readQueueFigures(services: Services, db: ReadDb, now: Date): Promise<QueueFigures[]> {
  const queues = await readQueues(services, db, now)
  if (queues === undefined) return []
  const { commands, work } = queues
  const age = (oldestAt: string | null): number =>
    oldestAt === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldestAt)) / 1_000)
  return [
    { queue: 'commands', waiting: commands.queued, oldestSeconds: age(commands.oldestAt) },
    {
      queue: 'reachableCommands',
      waiting: commands.reachable,
      oldestSeconds: age(commands.oldestReachableAt),
    },
    { queue: 'work', waiting: work.open, oldestSeconds: age(work.oldestAt) },
  ]
}
