import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FirstMessage, ToldMessage } from './process.ts'
import type { OfferedProduct } from './marketplace.ts'
import type { AgencyFacts } from './profile.ts'
import type { SimulatedAgency } from './software.ts'

export interface AgenciesOptions {
  /** Where the server listens. */
  origin: string
  /** The agencies whose software runs, the well-known ones first. */
  agencies: Iterable<AgencyFacts>
  /** What the software of an agency shows to be let in. */
  getKey: (agencyId: number) => string
  /** The file in which the software keeps what it must know after a kill. */
  record: string
  speed: number
  /** What agencies can subscribe to on the marketplace; nothing unless given. */
  products?: readonly OfferedProduct[]
  /** As the fleet takes them. */
  clockSkewMs?: number
  account?: string
  say: (line: string) => void
}

/** The process in which the agencies' own software runs. */
export interface Agencies {
  pid(): number | undefined
  /** Where somebody signs in at an agency; empty when the software could not start. */
  signInPage: Promise<string>
  /** Resolves when the server has heard of every agency for the first time. */
  begun: Promise<void>
  /** Ends it; resolves when it is gone. */
  stop(): Promise<void>
}

const againAfterMs = 1_000

/** Starts the agencies' software in a process of its own, and again when that is killed, as a service would be. */
export function startAgencies(options: AgenciesOptions): Agencies {
  const { getKey, say, ...told } = options
  const agencies = Array.from(options.agencies, (agency) => toSimulatedAgency(agency, getKey))
  let first: FirstMessage = { ...told, agencies, signInPort: 0 }
  const { promise: signInPage, resolve: tellSignInPage } = Promise.withResolvers<string>()
  let child: ChildProcess
  let stopped = false
  let again: NodeJS.Timeout | undefined
  const { promise: begun, resolve: tellBegun } = Promise.withResolvers<void>()
  const run = (): void => {
    child = forkProcess(first)
    child.on('message', (message: ToldMessage) => {
      if (message.told === 'begun') return tellBegun()
      tellSignInPage(message.signInPage)
      // Started again it is found where it was.
      if (message.signInPage !== '')
        first = { ...first, signInPort: Number(new URL(message.signInPage).port) }
    })
    child.once('exit', (code) => {
      // One that could not start has said why, and would not be able to the next time.
      if (stopped || code === couldNotStart) return tellSignInPage('')
      say("The agencies' software has ended by itself; starting it again.")
      again = setTimeout(run, againAfterMs)
    })
  }
  run()
  return {
    pid: () => child.pid,
    signInPage,
    begun,
    stop: async () => {
      stopped = true
      clearTimeout(again)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const couldNotStart = 1

function forkProcess(first: FirstMessage): ChildProcess {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    execArgv: [],
    // It needs nothing of ours, the least of all the database's address.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 1, 2, 'ipc'],
  })
  // Killed in this moment it is not there to be told anything; its exit is noticed.
  child.send(first, () => undefined)
  return child
}

function toSimulatedAgency(agency: AgencyFacts, getKey: (agencyId: number) => string): SimulatedAgency {
  const { agencyId, versionDisplay, isOnline, timeZoneId, status } = agency
  return { agencyId, versionDisplay, isOnline, timeZoneId, status, agencyKey: getKey(agencyId) }
}
