import type { ProcessFigures } from '@agency-support/contract/modules/operations'
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Task } from '../lib/background.ts'
import type { PoolUse } from '../db/open.ts'
import { checkFolders } from '../settings/file-folders.ts'
import type { FileSettings } from '../settings/files.ts'
import type { Breaker } from '../providers/breaker.ts'
import { toProviderStates } from './provider-states.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { within } from '../lib/within.ts'

/** How the requests of the last minutes were answered. */
export type RecentAnswers = ProcessFigures['answers']

/** Sources of a process's figures. */
export interface ProcessSources {
  files: FileSettings
  breakers: ReadonlyMap<string, Pick<Breaker, 'facts'>>
  tasks: readonly Readonly<Task>[]
  isReadOnly(): boolean
  readPools(): readonly PoolUse[]
  readAnswers(): RecentAnswers
  countLiveStreams(): number
  countTextingConnections(): number
  countCalls(): number
  readCallLimit(): number
}

const resolutionMs = 10
const percentile = 99
const nanosecondsPerMs = 1_000_000
/** Limit for reading the free space, so that a hanging network disk does not delay the other figures. */
const diskPatienceMs = 500

/** This process: its identity, and the figures it reports once the server has started. */
export class OwnProcess {
  readonly processId = randomUUID()
  readonly host = hostname()
  readonly pid = process.pid
  readonly build: string
  readonly startedAt: Date
  /** How far our clock was ahead of the database's at the last comparison; null before the first. */
  clockApartMs: number | null = null
  readonly #delay: ReturnType<typeof monitorEventLoopDelay>
  #delayMs: number | null = null
  #sources: (ProcessSources & { findRoom(): Promise<Room> }) | undefined

  constructor({ build, startedAt }: { build: string; startedAt: Date }) {
    this.build = build
    this.startedAt = startedAt
    this.#delay = monitorEventLoopDelay({ resolution: resolutionMs })
  }

  attach(sources: ProcessSources): void {
    this.#sources = { ...sources, findRoom: singleFlight(() => findRoom(sources.files)) }
    this.#delay.enable()
  }

  stop(): void {
    this.#delay.disable()
  }

  /** Ends a measuring period of the event loop's delay; the figures hold the value of the latest period. */
  endDelaySpan(): void {
    const late = this.#delay.percentile(percentile) / nanosecondsPerMs
    // The histogram contains the interval of its timer, which is not delay.
    this.#delayMs = this.#delay.count === 0 ? null : Math.max(0, Math.round((late - resolutionMs) * 10) / 10)
    this.#delay.reset()
  }

  async read(): Promise<ProcessFigures> {
    const sources = this.#sources
    if (sources === undefined) throw new Error('the server has not been assembled yet')
    return {
      memoryBytes: process.memoryUsage.rss(),
      eventLoopMs: this.#delayMs,
      clockApartMs: this.clockApartMs,
      pools: sources
        .readPools()
        .map(({ pool, total, idle, waiting }) => ({ pool, busy: total - idle, idle, waiting })),
      calls: { underWay: sources.countCalls(), max: sources.readCallLimit() },
      liveStreams: sources.countLiveStreams(),
      textingConnections: sources.countTextingConnections(),
      answers: sources.readAnswers(),
      readOnly: sources.isReadOnly(),
      providers: toProviderStates(sources.breakers),
      tasks: sources.tasks.map(({ name, everyMs, doneAt, failedAt }) => ({
        name,
        everySeconds: everyMs / 1_000,
        doneAt: doneAt?.toISOString() ?? null,
        failedAt: failedAt?.toISOString() ?? null,
      })),
      storage: await readStorage(sources),
    }
  }
}

/** The space on the disk for files, in bytes. */
interface Room {
  freeBytes: number
  totalBytes: number
}

/** The space where files are written. Rejects if a folder is not usable. */
async function findRoom(files: FileSettings): Promise<Room> {
  const { kept, spool } = files
  await checkFolders(files)
  const { bavail, blocks, bsize } = await statfs(kept.in === 'folder' ? kept.folder : spool)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

async function readStorage({
  files: { kept },
  findRoom: find,
}: Pick<ProcessSources, 'files'> & { findRoom(): Promise<Room> }): Promise<ProcessFigures['storage']> {
  const store = kept.in === 'folder' ? 'folder' : 'azure'
  let room: Room | undefined
  const looking = find().then((found) => {
    room = found
  })
  const usable = await within(diskPatienceMs, looking).catch(() => false)
  return { store, usable, freeBytes: room?.freeBytes ?? null, totalBytes: room?.totalBytes ?? null }
}
