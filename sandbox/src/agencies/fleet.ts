import { appendFileSync } from 'node:fs'
import pMap from 'p-map'
import { wellKnownCount } from '../demo-data/agencies.ts'
import { SeededRandom } from '../random.ts'
import { Scheduler } from './scheduler.ts'
import { Sockets } from './exchange.ts'
import { DurableRecord } from './durable-record.ts'
import type { OfferedProduct } from './marketplace.ts'
import { startSignInPage } from './sign-in-page.ts'
import { AgencySoftware, type SimulatedAgency } from './software.ts'
import { type Share, sendStartingData } from './starting-data.ts'
import { runInBackground, type SimulatorContext } from './context.ts'

export interface FleetOptions {
  origin: string
  /** Documented agencies first: they send their starting data immediately, the others one after another. */
  agencies: readonly SimulatedAgency[]
  /** The file of the durable record. */
  record: string
  speed: number
  /** Products that agencies can subscribe to; none by default. */
  products?: readonly OfferedProduct[]
  /** How far the agencies' clocks are ahead of ours; negative if behind. */
  clockSkewMs?: number
  /** A file to which each run and result of a command is appended, to compare with the server's view. */
  account?: string
  /** PEM of the TLS authority to trust, if Node does not know it. */
  authority?: string
  /** Port of the page for signing in at an agency, 0 for any free one; omitted: no page. */
  signInPort?: number
  /** Called with each unexpected refusal of the server, once per sentence. */
  say: (sentence: string) => void
}

/** The running software of many agencies. */
export interface Fleet {
  /** Resolves when every agency has sent its first heartbeat. */
  begun: Promise<void>
  /** Resolves when all starting data has been sent, or has failed. */
  settled: Promise<void>
  /** Address of the page for signing in at an agency. */
  signInPage: string | undefined
  stop(): Promise<void>
}

/** Agencies sending their starting data in parallel. */
const settlingLanes = 3
const trickleMs = 1_500
const seatRequestMs = 60_000
/** Rate limit: hundreds start within seconds, thousands would otherwise overload the server. */
const maxStartsPerSecond = 50
/** Agencies starting in parallel, so that a slow server is not overloaded. */
const startingLanes = 16

/** Opens the shared context of all agencies in a process; resolves once the durable record is loaded. */
export async function openContext(options: Omit<FleetOptions, 'agencies'>): Promise<SimulatorContext> {
  const scheduler = new Scheduler()
  const record = await DurableRecord.open(options.record)
  const said = new Set<string>()
  const { account, authority, clockSkewMs = 0 } = options
  return {
    scheduler,
    sockets: new Sockets(authority),
    record,
    origin: options.origin,
    speed: options.speed,
    products: options.products ?? [],
    now: () => new Date(Date.now() + clockSkewMs),
    account: (agencyId, commandId, what) => {
      if (account !== undefined) appendFileSync(account, `${agencyId} ${commandId} ${what}\n`)
    },
    trouble: (sentence) => {
      if (said.has(sentence)) return
      said.add(sentence)
      options.say(sentence)
    },
  }
}

/** Starts the software of the agencies; resolves once the durable record is loaded. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const context = await openContext(options)
  const { scheduler, sockets, record } = context
  const all = options.agencies.map((agency) => new AgencySoftware(agency, context))
  const byId = new Map(all.map((software) => [software.agency.profile.agencyId, software]))
  const { signInPort } = options
  const page = signInPort === undefined ? undefined : await startSignInPage(byId, signInPort)
  const settled = sendAllStartingData(all, context)
  const serving: Promise<void>[] = []
  const begun = beginAll(all, scheduler, serving)
  const work = Promise.all([begun, fileSeatRequests(all, context), settled])
  return {
    begun,
    settled,
    signInPage: page?.origin,
    stop: async () => {
      scheduler.close()
      await page?.close()
      sockets.destroy()
      await work
      await Promise.all(serving)
      await record.close()
    },
  }
}

/** Minimum time in which this many agencies can start. */
export function startDelayMs(count: number): number {
  return (count * 1000) / maxStartsPerSecond
}

/**
 * Documented agencies start immediately, the others in a few parallel lanes; their serving promises are added to
 * `serving`.
 */
async function beginAll(
  all: readonly AgencySoftware[],
  scheduler: Scheduler,
  serving: Promise<void>[],
): Promise<void> {
  const begin = async (software: AgencySoftware): Promise<void> => {
    await software.begin()
    serving.push(software.serve())
  }
  await Promise.all([
    ...all.slice(0, wellKnownCount).map(begin),
    pMap(
      all.slice(wellKnownCount),
      async (software) => {
        await scheduler.pause(startDelayMs(startingLanes))
        await begin(software)
      },
      { concurrency: startingLanes },
    ),
  ])
}

async function sendAllStartingData(all: readonly AgencySoftware[], context: SimulatorContext): Promise<void> {
  const { scheduler, record, speed } = context
  const unsettled = ({ agency }: AgencySoftware) => !record.isSettled(agency.profile.agencyId)
  const wellKnown = all.slice(0, wellKnownCount).filter(unsettled)
  await pMap(wellKnown, (software) => settle(software, 'much', context), { concurrency: settlingLanes })
  for (const software of all.slice(wellKnownCount).filter(unsettled)) {
    await scheduler.pause(trickleMs / Math.max(1, speed))
    await settle(software, 'little', context)
  }
}

async function settle(
  { agency, reports }: AgencySoftware,
  share: Share,
  context: SimulatorContext,
): Promise<void> {
  if (context.scheduler.isClosed) return
  await runInBackground(context, async () => {
    await sendStartingData(agency, reports, context, share)
    await context.record.settle(agency.profile.agencyId)
  })
}

async function fileSeatRequests(all: readonly AgencySoftware[], context: SimulatorContext): Promise<void> {
  const { scheduler, speed } = context
  const asking = all.filter(({ agency }) => agency.profile.condition !== 'offline')
  if (speed === 0 || asking.length === 0) return
  const random = new SeededRandom(context.now().getTime())
  while (!scheduler.isClosed) {
    await scheduler.pause((seatRequestMs / speed) * (0.5 + random.next()))
    if (!scheduler.isClosed)
      await runInBackground(context, () => random.pick(asking).behaviour.fileSeatRequest())
  }
}
