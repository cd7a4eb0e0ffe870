import { SeededRandom } from '../random.ts'
import { Agenda } from './agenda.ts'
import { Sockets } from './exchange.ts'
import { DurableRecord } from './durable-record.ts'
import { AgencySoftware, type LivingAgency } from './software.ts'
import { type Share, sendStartingData } from './starting-data.ts'
import { calmly, type Surroundings } from './surroundings.ts'

export interface FleetOptions {
  origin: string
  /** The well-known ones first: they send their starting data at once, the others one after another. */
  agencies: readonly LivingAgency[]
  /** The file of what must be known after a kill. */
  record: string
  speed: number
  /** Told once of everything the server refuses unexpectedly. */
  say: (sentence: string) => void
}

/** The software of many agencies, running. */
export interface Fleet {
  /** Resolves when everybody's starting data has been sent, or has failed. */
  settled: Promise<void>
  stop(): Promise<void>
}

const wellKnownAgencies = 14
/** So many of them send their starting data at once. */
const lanes = 3
const trickleMs = 1_500
const seatRequestMs = 60_000
/** A few hundred begin within seconds; thousands would else overrun the server in the moment they begin. */
const mostBeginningsASecond = 50

/** Starts the software of the agencies; resolves when all know what they had begun. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const agenda = new Agenda()
  const sockets = new Sockets()
  const record = await DurableRecord.open(options.record)
  const said = new Set<string>()
  const around: Surroundings = {
    agenda,
    sockets,
    record,
    origin: options.origin,
    speed: options.speed,
    now: () => new Date(),
    trouble: (sentence) => {
      if (said.has(sentence)) return
      said.add(sentence)
      options.say(sentence)
    },
  }
  const all = options.agencies.map((agency) => new AgencySoftware(agency, around))
  const settled = sendAllStartingData(all, around)
  const work = Promise.all([
    ...all.map((software, at) => begin(software, at, agenda)),
    fileSeatRequests(all, around),
    settled,
  ])
  return {
    settled,
    stop: async () => {
      agenda.close()
      sockets.destroy()
      await work
      await record.close()
    },
  }
}

/** How long it takes until so many agencies have begun. */
export function beginningsMs(count: number): number {
  return (count * 1000) / mostBeginningsASecond
}

async function begin(software: AgencySoftware, at: number, agenda: Agenda): Promise<void> {
  if (at >= wellKnownAgencies) await agenda.pause(beginningsMs(at))
  await software.run()
}

async function sendAllStartingData(all: readonly AgencySoftware[], around: Surroundings): Promise<void> {
  const { agenda, record, speed } = around
  const unsettled = ({ agency }: AgencySoftware) => !record.isSettled(agency.personality.agencyId)
  const wellKnown = all.slice(0, wellKnownAgencies).filter(unsettled)
  const lane = async (which: number): Promise<void> => {
    for (const software of wellKnown.filter((_, at) => at % lanes === which))
      await settle(software, 'much', around)
  }
  await Promise.all(Array.from({ length: lanes }, (_, which) => lane(which)))
  for (const software of all.slice(wellKnownAgencies).filter(unsettled)) {
    await agenda.pause(trickleMs / Math.max(1, speed))
    await settle(software, 'little', around)
  }
}

async function settle(
  { agency, reports }: AgencySoftware,
  share: Share,
  around: Surroundings,
): Promise<void> {
  if (around.agenda.isClosed) return
  await calmly(around, async () => {
    await sendStartingData(agency, reports, around.now(), share)
    await around.record.settle(agency.personality.agencyId)
  })
}

async function fileSeatRequests(all: readonly AgencySoftware[], around: Surroundings): Promise<void> {
  const { agenda, speed } = around
  const asking = all.filter(({ agency }) => agency.personality.temper !== 'offline')
  if (speed === 0 || asking.length === 0) return
  const random = new SeededRandom(around.now().getTime())
  while (!agenda.isClosed) {
    await agenda.pause((seatRequestMs / speed) * (0.5 + random.next()))
    if (!agenda.isClosed) await calmly(around, () => random.pick(asking).habits.fileSeatRequest())
  }
}
