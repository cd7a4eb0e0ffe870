import type {
  BackgroundTask,
  OperationsFacts,
  OperationsProblem,
  ProcessFigures,
  ServingProcess,
} from '../modules/operations.ts'
import { countOf } from './count-of.ts'
import { agoText, minutesSince } from './health.ts'
import { beginSentence } from './providers.ts'

/** Limits from which a figure of the installation is a problem. */
const operationsLimits = {
  /** A process reports every ten seconds. */
  silentSeconds: 40,
  clockApartMs: 2_000,
  eventLoopMs: 200,
  sealLagSeconds: 300,
  freeBytes: 5 * 1024 ** 3,
  commandMinutes: 5,
  overdueMinutes: 2,
  replicaLagSeconds: 60,
  /** Shares of the maximum. */
  callsShare: 0.75,
  connectionsShare: 0.9,
  /** A repeated task is late after this many intervals and a minute. */
  lateTimes: 3,
} as const

const page = (section: string): string => `docs/operations.md, “${section}”`

/** What background work does, by its name in the log. */
export const taskLabels: Readonly<Record<string, string>> = {
  'journal.seal': 'Sealing the journal',
  retention: 'Deleting data no longer needed',
  'files.retention': 'Deleting replaced files',
  'commands.time': 'Requeueing commands',
  'keys.uses': 'Recording the use of keys',
  'agencyUsers.forget': 'Deleting temporary passwords',
  'agencyUsers.signins': 'Monthly sign-ins',
  'activity.days': 'Activity totals',
  'signIn.count': 'Counting failed sign-ins',
  'sessions.save': 'Saving sessions',
  'outsideWork.resume': 'Resuming work at providers',
  'operations.report': 'Reporting the figures of the process',
}

/** True if a process has not reported for so long that it has died or cannot write. */
export function isSilent({ reportedAt }: Pick<ServingProcess, 'reportedAt'>, checkedAt: string): boolean {
  return Date.parse(checkedAt) - Date.parse(reportedAt) > operationsLimits.silentSeconds * 1_000
}

/** The problems of an installation, the worst first. */
export function findProblems(facts: OperationsFacts): OperationsProblem[] {
  const processes = facts.processes ?? []
  const found = [
    ...findUnread(facts),
    ...findDatabase(facts),
    ...findQueues(facts),
    ...findJournal(facts),
    ...findAmong(processes.filter((one) => !isSilent(one, facts.checkedAt))),
    ...processes.flatMap((process) =>
      isSilent(process, facts.checkedAt)
        ? [silence(process)]
        : process.figures === null
          ? []
          : [
              ...findInProcess(processName(process), process.figures),
              ...findTasks(process, process.figures.tasks),
            ],
    ),
  ]
  return found.toSorted((one, other) => Number(one.weight === 'warn') - Number(other.weight === 'warn'))
}

const bad = (says: string, fix: string): OperationsProblem => ({ weight: 'bad', says, fix })
const warn = (says: string, fix: string): OperationsProblem => ({ weight: 'warn', says, fix })

/** A process by host and process id: `host (4711)`. */
export function processName({ host, pid }: Pick<ServingProcess, 'host' | 'pid'>): string {
  return `${host} (${pid})`
}

const parts = {
  processes: 'The list of processes',
  database: 'The state of the database',
  queues: 'The queues',
  journal: 'The seals of the journal',
  software: 'How many agencies’ software is connected',
} as const

function findUnread(facts: OperationsFacts): OperationsProblem[] {
  return Object.entries(parts)
    .filter(([part]) => facts[part as keyof typeof parts] === null)
    .map(([, what]) =>
      warn(`${what} could not be read.`, 'Look in the log of the process that answered for operations.read.'),
    )
}

function findDatabase({ database }: OperationsFacts): OperationsProblem[] {
  if (database === null) return []
  const { connections, maxConnections, isReplica, replicas } = database
  const found = replicas
    .filter(({ lagSeconds }) => (lagSeconds ?? 0) > operationsLimits.replicaLagSeconds)
    .map(({ name, lagSeconds }) =>
      warn(
        `The standby ${name ?? 'of the database'} is ${Math.round(lagSeconds ?? 0)} s behind.`,
        'Look at its disk and at the network in between; what it lacks is lost if it has to take over.',
      ),
    )
  if (isReplica)
    found.push(
      bad('The database is a replica and accepts no changes.', 'DATABASE_URL has to name the primary.'),
    )
  if (connections >= maxConnections * operationsLimits.connectionsShare)
    found.push(
      warn(
        `${connections} of ${maxConnections} connections of the database are in use.`,
        'Raise max_connections or lower POOL_SIZE; once all are in use, requests fail.',
      ),
    )
  return found
}

function findQueues({ queues, checkedAt }: OperationsFacts): OperationsProblem[] {
  if (queues === null) return []
  const { commands, work } = queues
  const found: OperationsProblem[] = []
  const oldest = commands.oldestReachableAt
  if (oldest !== null && minutesSince(oldest, checkedAt) >= operationsLimits.commandMinutes)
    found.push(
      warn(
        `A command for connected software was queued ${agoText(minutesSince(oldest, checkedAt))}.`,
        'See the agency’s Command tab: its software calls, but does not fetch commands.',
      ),
    )
  if (work.overdueAt !== null && minutesSince(work.overdueAt, checkedAt) >= operationsLimits.overdueMinutes)
    found.push(
      bad(
        `Work at a provider was due ${agoText(minutesSince(work.overdueAt, checkedAt))}, and no process carries it out.`,
        'Look in the log for outsideWork.queue, and restart a process that logs it.',
      ),
    )
  if (work.failing > 0)
    found.push(
      warn(
        `The last try of ${work.failing === 1 ? 'one task' : `${work.failing} tasks`} at providers failed.`,
        'They are retried automatically; look in the log for outsideWork.failed.',
      ),
    )
  return found
}

function findJournal({ journal }: OperationsFacts): OperationsProblem[] {
  const lag = journal?.lagSeconds ?? 0
  return lag > operationsLimits.sealLagSeconds
    ? [
        bad(
          `The oldest unsealed journal entry is ${Math.round(lag / 60)} minutes old.`,
          'Look in the log for journal.seal, and in the database for a transaction left open.',
        ),
      ]
    : []
}

/** Problems that only a comparison of processes reveals. */
function findAmong(alive: readonly ServingProcess[]): OperationsProblem[] {
  const builds = [...new Set(alive.map(({ build }) => build))]
  return builds.length > 1
    ? [
        warn(
          `Processes of different builds are serving: ${builds.join(', ')}.`,
          `Finish the upgrade or go back (${page('Releases')}).`,
        ),
      ]
    : []
}

function silence(process: ServingProcess): OperationsProblem {
  return warn(
    `The process ${processName(process)} has reported no figures since ${process.reportedAt.slice(0, 19).replace('T', ' ')} UTC.`,
    'It was killed, or it cannot write to the database. Restart it unless another one replaced it; the line disappears after an hour.',
  )
}

function findInProcess(name: string, figures: ProcessFigures): OperationsProblem[] {
  return [
    ...findStorage(name, figures.storage),
    ...findRefused(name, figures),
    ...findOverload(name, figures),
    ...figures.providers
      .filter(({ state }) => state !== 'closed')
      .map(({ provider }) =>
        warn(
          `${beginSentence(provider)} did not answer the last requests of ${name}.`,
          'Half a minute after the last one, the next request tries it again. If it persists, look at the provider’s own status and in the log for provider.failed.',
        ),
      ),
  ]
}

function findRefused(name: string, { answers, clockApartMs, readOnly }: ProcessFigures): OperationsProblem[] {
  const found: OperationsProblem[] = []
  if (readOnly)
    found.push(
      bad(
        `The database refuses changes (${name}).`,
        `Its disk is full or it is read-only: ${page('While changes are refused')}.`,
      ),
    )
  if (clockApartMs !== null && Math.abs(clockApartMs) > operationsLimits.clockApartMs)
    found.push(
      bad(
        `The clocks of ${name} and of the database are ${(Math.abs(clockApartMs) / 1_000).toFixed(1)} s apart.`,
        'Synchronise both with NTP; sessions and leases are counted in seconds.',
      ),
    )
  if (answers.failed > 0)
    found.push(
      warn(
        `${name} failed to answer ${countOf(answers.failed, 'request')} in the last ${minutes(answers.seconds)}.`,
        'Look in its log for request.failed; the numbers of the last ones are below.',
      ),
    )
  if (answers.unavailable > 0)
    found.push(
      warn(
        `${name} answered ${countOf(answers.unavailable, 'request')} with 503 in the last ${minutes(answers.seconds)}.`,
        'Look in its log for load.shed (add a process) and for database.away.',
      ),
    )
  return found
}

function findOverload(name: string, { calls, eventLoopMs, pools }: ProcessFigures): OperationsProblem[] {
  const found: OperationsProblem[] = []
  for (const { pool, waiting } of pools)
    if (waiting > 0)
      found.push(
        warn(
          `${countOf(waiting, 'request')} of ${name} ${waiting === 1 ? 'waits' : 'wait'} for a connection of the ${pool} pool.`,
          'If it persists, raise POOL_SIZE or find out what makes the database slow.',
        ),
      )
  if (calls.underWay >= calls.max * operationsLimits.callsShare)
    found.push(
      warn(
        `${name} has ${calls.underWay} calls in progress; at ${calls.max} it refuses more.`,
        'Add a process, or find out what makes the database slow.',
      ),
    )
  if (eventLoopMs !== null && eventLoopMs > operationsLimits.eventLoopMs)
    found.push(
      warn(
        `The event loop of ${name} is ${Math.round(eventLoopMs)} ms late.`,
        'Its processor is too busy: check what else runs on the host, or add a process.',
      ),
    )
  return found
}

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`

function findStorage(name: string, { usable, freeBytes }: ProcessFigures['storage']): OperationsProblem[] {
  if (!usable)
    return [
      bad(
        `${name} cannot read or write the folder of the files.`,
        'Check that the disk is mounted and that the server’s account owns the folder.',
      ),
    ]
  if (freeBytes !== null && freeBytes < operationsLimits.freeBytes)
    return [
      warn(
        `Only ${(freeBytes / 1024 ** 3).toFixed(1)} GB are free for the files of ${name}.`,
        'Free some space before uploads fail.',
      ),
    ]
  return []
}

/** True if a task has not succeeded for much longer than its interval. */
export function isLate(
  { everySeconds, doneAt }: Pick<BackgroundTask, 'everySeconds' | 'doneAt'>,
  { startedAt, reportedAt }: Pick<ServingProcess, 'startedAt' | 'reportedAt'>,
): boolean {
  const since = (Date.parse(reportedAt) - Date.parse(doneAt ?? startedAt)) / 1_000
  return since > everySeconds * operationsLimits.lateTimes + 60
}

/** True when the last run of a task failed. */
export function hasFailed({ doneAt, failedAt }: Pick<BackgroundTask, 'doneAt' | 'failedAt'>): boolean {
  return failedAt !== null && (doneAt === null || failedAt > doneAt)
}

function findTasks(process: ServingProcess, tasks: readonly BackgroundTask[]): OperationsProblem[] {
  return tasks
    .filter((task) => hasFailed(task) || isLate(task, process))
    .map((task) =>
      warn(
        `${taskLabels[task.name] ?? task.name} ${hasFailed(task) ? 'failed last time' : 'is late'} (${processName(process)}).`,
        `It is retried automatically. If it persists, look in the log for ${task.name}.`,
      ),
    )
}
