import { appendFileSync } from 'node:fs'
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
  /** The well-known ones first: they send their starting data at once, the others one after another. */
  agencies: readonly SimulatedAgency[]
  /** The file of what must be known after a kill. */
  record: string
  speed: number
  /** What agencies can subscribe to on the marketplace; nothing unless given. */
  products?: readonly OfferedProduct[]
  /** How far the agencies' clocks are ahead of ours; negative when they are behind. */
  clockSkewMs?: number
  /** A file to which each run and each end of a command is appended, for who compares them with the server's. */
  account?: string
  /** PEM of the authority that is trusted by TLS, where it is none that Node knows. */
  authority?: string
  /** Port of the page on which somebody signs in at an agency, 0 for any free one; without it there is none. */
  signInPort?: number
  /** Told once of everything the server refuses unexpectedly. */
  say: (sentence: string) => void
}

/** The software of many agencies, running. */
export interface Fleet {
  /** Resolves when the server has heard of every agency. */
  begun: Promise<void>
  /** Resolves when everybody's starting data has been sent, or has failed. */
  settled: Promise<void>
  /** Where somebody signs in at an agency. */
  signInPage: string | undefined
  stop(): Promise<void>
}

const wellKnownAgencies = 14
/** So many of them send their starting data at once. */
const lanes = 3
const trickleMs = 1_500
const seatRequestMs = 60_000
/** A few hundred begin within seconds; thousands would else overrun the server in the moment they begin. */
const maxStartsPerSecond = 50
/** So many of those begin at the same time: a server that is slow is given time. */
const startingLanes = 16

/** Opens what the software of all agencies in a process shares; resolves when they know what they had begun. */
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

/** Starts the software of the agencies; resolves when all know what they had begun. */
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

/** How long it takes at least until so many agencies have begun. */
export function startDelayMs(count: number): number {
  return (count * 1000) / maxStartsPerSecond
}

/** The well-known ones begin at once, the others one after another in some lanes; what each does then is added to `serving`. */
async function beginAll(
  all: readonly AgencySoftware[],
  scheduler: Scheduler,
  serving: Promise<void>[],
): Promise<void> {
  const begin = async (software: AgencySoftware): Promise<void> => {
    await software.begin()
    serving.push(software.serve())
  }
  const others = all.slice(wellKnownAgencies)
  const lane = async (which: number): Promise<void> => {
    for (const software of others.filter((_, at) => at % startingLanes === which)) {
      await scheduler.pause(startDelayMs(startingLanes))
      await begin(software)
    }
  }
  await Promise.all([
    ...all.slice(0, wellKnownAgencies).map(begin),
    ...Array.from({ length: startingLanes }, (_, which) => lane(which)),
  ])
}

async function sendAllStartingData(all: readonly AgencySoftware[], context: SimulatorContext): Promise<void> {
  const { scheduler, record, speed } = context
  const unsettled = ({ agency }: AgencySoftware) => !record.isSettled(agency.profile.agencyId)
  const wellKnown = all.slice(0, wellKnownAgencies).filter(unsettled)
  const lane = async (which: number): Promise<void> => {
    for (const software of wellKnown.filter((_, at) => at % lanes === which))
      await settle(software, 'much', context)
  }
  await Promise.all(Array.from({ length: lanes }, (_, which) => lane(which)))
  for (const software of all.slice(wellKnownAgencies).filter(unsettled)) {
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
