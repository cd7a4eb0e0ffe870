import { z } from 'zod'
import { one } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { Instant } from '../dates.ts'
import { P } from '../permissions.ts'
import { command } from '../wire.ts'
import { ProviderState } from './health.ts'

/** Connections of one of a process's pools. */
const PoolUse = z.object({
  pool: z.enum(['read', 'write', 'replica']).describe('For what its connections are.'),
  busy: z.int().describe('Connections that are lent out.'),
  idle: z.int().describe('Connections that wait for work.'),
  waiting: z.int().describe('Requests that wait for a connection.'),
})

/** Repeated background work of a process. */
const BackgroundTask = z.object({
  name: z.string().describe('As the log names it, for example retention.'),
  everySeconds: z.number().describe('How often it runs.'),
  doneAt: Instant.nullable().describe('When a run of it last ended well; null: not since the start.'),
  failedAt: Instant.nullable().describe('When a run of it last failed; null: not since the start.'),
})
export type BackgroundTask = z.infer<typeof BackgroundTask>

/** An answer with a status of 500 or more. */
const FailedAnswer = z.object({
  at: Instant.describe('When it was sent.'),
  status: z.int().describe('HTTP status, 500 to 599.'),
  call: z.string().nullable().describe('Call of the contract; null where none was found yet.'),
  requestId: z.string().describe('Finds it in the log of the process.'),
})

/** Figures that a process reports about itself. */
export const ProcessFigures = z.object({
  memoryBytes: z.int().describe('Memory that the process holds.'),
  eventLoopMs: z
    .number()
    .nullable()
    .describe('Delay of the event loop, 99th percentile of ten seconds; null in the first ones.'),
  clockApartMs: z
    .number()
    .nullable()
    .describe('How far its clock is ahead of that of the database; null where that is not known.'),
  pools: z.array(PoolUse).describe('Its connections to the database.'),
  calls: z
    .object({
      underWay: z.int().describe('Calls that ask this process and its database now.'),
      max: z.int().describe('At so many more of them are refused.'),
    })
    .describe('Calls under way.'),
  liveStreams: z.int().describe('Screens that listen for live updates.'),
  textingConnections: z.int().describe('Clients of the texting hub.'),
  answers: z
    .object({
      seconds: z.int().describe('How far back these counts go.'),
      all: z.int().describe('Answers, those to health checks left out.'),
      unavailable: z.int().describe('Of these 503: too much at once, or the database was away.'),
      failed: z.int().describe('Of these other failures of the server.'),
      last: z.array(FailedAnswer).describe('The last five that failed in either way, newest first.'),
    })
    .describe('How the last requests were answered.'),
  readOnly: z.boolean().describe('True while the database refuses the changes of this process.'),
  providers: z.array(ProviderState).describe('What this process knows about the providers.'),
  tasks: z.array(BackgroundTask).describe('Its work beside the requests.'),
  storage: z
    .object({
      store: z.enum(['folder', 'azure']).describe('Where files of agencies are kept.'),
      usable: z.boolean().describe('False when a folder is gone or cannot be read and written.'),
      freeBytes: z
        .number()
        .nullable()
        .describe('Room on the disk of its folder; null where it is not known.'),
      totalBytes: z.number().nullable().describe('Size of that disk; null where it is not known.'),
    })
    .describe('Where files of agencies are kept.'),
})
export type ProcessFigures = z.infer<typeof ProcessFigures>

/** A serving process, and its latest report. */
const ServingProcess = z.object({
  processId: z.uuid().describe('Made at its start.'),
  host: z.string().describe('Name of its machine.'),
  pid: z.int().describe('Number of the process on its host.'),
  build: z.string().describe('Name of its build, by the setting BUILD.'),
  startedAt: Instant.describe('Since when it serves.'),
  reportedAt: Instant.describe('When its figures were taken, by its own clock.'),
  figures: ProcessFigures.nullable().describe('Null where another build reports them in another form.'),
})
export type ServingProcess = z.infer<typeof ServingProcess>

const DatabaseFacts = z.object({
  version: z.string().describe('Of PostgreSQL.'),
  sizeBytes: z.number().describe('Size of the database on disk.'),
  connections: z.int().describe('Connections to this cluster, of whatever program.'),
  maxConnections: z.int().describe('How many the cluster allows.'),
  isReplica: z.boolean().describe('True of one that takes no changes because it follows another.'),
  migration: z.string().describe('The last migration.'),
  migratedAt: Instant.describe('When it was applied.'),
  replicas: z
    .array(
      z.object({
        name: z.string().nullable().describe('Null where the role of the server may not know.'),
        state: z.string().nullable().describe('streaming, catchup …; null where the role may not know.'),
        lagSeconds: z.number().nullable().describe('How far it is behind; null: not known.'),
      }),
    )
    .describe('Standbys that stream from this database.'),
})

const QueueFacts = z.object({
  commands: z
    .object({
      queued: z.int().describe('Agency commands that wait to be fetched.'),
      reachable: z.int().describe('Of these for software that is connected.'),
      oldestAt: Instant.nullable().describe('When the oldest of all was queued; null when none waits.'),
      oldestReachableAt: Instant.nullable().describe('When the oldest for connected software was queued.'),
    })
    .describe('Agency commands.'),
  work: z
    .object({
      open: z.int().describe('Works at providers that have not ended.'),
      failing: z.int().describe('Of these whose last try failed; they are tried again.'),
      oldestAt: Instant.nullable().describe(
        'When the oldest of them was asked for; null when there is none.',
      ),
      overdueAt: Instant.nullable().describe('Since when the most overdue step is due; null: none is.'),
    })
    .describe('Work at providers that takes more than one step.'),
})

const JournalFacts = z.object({
  seals: z.int().describe('Seals of the chain.'),
  sealedAt: Instant.nullable().describe('When the last one was made; null before the first.'),
  lagSeconds: z.number().describe('Age of the oldest entry without a seal; 0 when all have one.'),
})

const SoftwareFacts = z.object({
  known: z.int().describe('Agencies whose software was ever heard of.'),
  connected: z.int().describe('Of these heard of in the last two minutes.'),
})

/** A problem, and what to do about it. */
export const OperationsProblem = z.object({
  weight: z.enum(['bad', 'warn']).describe('bad: people are kept from working or lose something.'),
  says: z.string().describe('What is wrong, one sentence.'),
  fix: z.string().describe('What to do.'),
})
export type OperationsProblem = z.infer<typeof OperationsProblem>

/** Facts about an installation; a part that could not be read is null. */
export const OperationsFacts = z.object({
  checkedAt: Instant.describe('When this was read, by the clock of the process that answered.'),
  answeredBy: z.uuid().describe('The process that answered.'),
  processes: z
    .array(ServingProcess)
    .nullable()
    .describe(
      'That which answered first; then the others by host and number. One that ended goes after an hour.',
    ),
  database: DatabaseFacts.nullable().describe('What the database reports about itself.'),
  queues: QueueFacts.nullable().describe('What waits.'),
  journal: JournalFacts.nullable().describe('The seals of the journal.'),
  software: SoftwareFacts.nullable().describe('Software of agencies.'),
})
export type OperationsFacts = z.infer<typeof OperationsFacts>

export const OperationsStatus = z.object({
  ...OperationsFacts.shape,
  problems: z.array(OperationsProblem).describe('What is wrong, the worst first; empty when nothing is.'),
})
export type OperationsStatus = z.infer<typeof OperationsStatus>

export const operations = moduleCalls('operations', {
  status: read({
    about:
      'How this installation runs: its processes, database, queues, journal and storage, and what is wrong.',
    at: command('/api/request', 'GetOperationsStatus'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    input: z.object({}),
    answer: one(OperationsStatus),
  }),
})
