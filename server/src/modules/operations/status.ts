import type { OperationsFacts, operations } from '@agency-support/contract/modules/operations'
import { findProblems } from '@agency-support/contract/rules/operations'
import { cacheBriefly } from '../../calls/cached-result.ts'
import type { Handler } from '../../calls/context.ts'
import type { ReadDb } from '../../db/open.ts'
import { readSealLag } from '../../journal/seal.ts'
import { type Log, logWarning } from '../../lib/log.ts'
import { within } from '../../lib/within.ts'
import { connectedSince, readQueues } from './queues.ts'
import { countSoftware, findLastSeal, listOthers, listReplicas, readDatabase } from './store.ts'
import { toDatabaseView, toOtherView, toOwnView } from './view.ts'

const timeoutMs = 2_000

/** Counting scans all software, so each process caches the result for five seconds. */
const countedSoftware = cacheBriefly<OperationsFacts['software'] | undefined>()

/**
 * Facts about this installation, and its problems; a part that cannot be read is null and does not affect the others.
 */
export const status: Handler<typeof operations.status> = async (_input, { db, now, services }) => {
  const { log, own } = services
  const [processes, database, queues, journal, software] = await Promise.all([
    part(log, 'processes', async () => {
      const [first, others] = await Promise.all([toOwnView(own, now), listOthers(db, own.processId)])
      return [first, ...others.map(toOtherView)]
    }),
    part(log, 'database', async () => {
      const [row, replicas] = await Promise.all([readDatabase(db), listReplicas(db)])
      return row && toDatabaseView(row, replicas)
    }),
    part(log, 'queues', () => readQueues(services, db, now)),
    part(log, 'journal', () => readJournal(db, now)),
    part(log, 'software', () => countedSoftware(services, now, () => countSoftware(db, connectedSince(now)))),
  ])
  const facts: OperationsFacts = {
    checkedAt: now.toISOString(),
    answeredBy: own.processId,
    processes,
    database,
    queues,
    journal,
    software,
  }
  return { ...facts, problems: findProblems(facts) }
}

async function readJournal(db: ReadDb, now: Date): Promise<NonNullable<OperationsFacts['journal']>> {
  const [last, lagSeconds] = await Promise.all([findLastSeal(db), readSealLag(db, now)])
  return { seals: last?.seal_id ?? 0, sealedAt: last?.sealed_at.toISOString() ?? null, lagSeconds }
}

/** A part that cannot be read in time is null: unknown, never zero. */
async function part<T>(log: Log, name: string, read: () => Promise<T | null | undefined>): Promise<T | null> {
  let found: T | null | undefined
  try {
    const reading = read().then((value) => {
      found = value
    })
    if (!(await within(timeoutMs, reading))) throw new Error('no answer in time')
  } catch (error) {
    logWarning(log, 'operations.read', new Error(name, { cause: error }))
  }
  return found ?? null
}
