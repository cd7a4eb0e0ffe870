import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FirstMessage, StartMessage } from './process.ts'
import type { OfferedProduct } from './marketplace.ts'
import type { AgencyFacts } from './profile.ts'
import { backoffMs } from './retry.ts'
import type { SimulatedAgency } from './software.ts'

export interface AgenciesOptions {
  /** Address of the server. */
  origin: string
  /** The agencies with running software, documented ones first. */
  agencies: Iterable<AgencyFacts>
  /** The credential of an agency's software. */
  getKey: (agencyId: number) => string
  /** The file of the durable record. */
  record: string
  speed: number
  /** Products that agencies can subscribe to; none by default. */
  products?: readonly OfferedProduct[]
  /** Passed to the fleet. */
  clockSkewMs?: number
  account?: string
  say: (line: string) => void
}

/** The process with the agencies' software. */
export interface Agencies {
  pid(): number | undefined
  /** Address of the page for signing in at an agency; empty if the software could not start. */
  signInPage: Promise<string>
  /** Resolves when every agency has sent its first heartbeat. */
  begun: Promise<void>
  /** Stops it; resolves when it has exited. */
  stop(): Promise<void>
}

/** Software that ran this long was not ended by its start. */
const steadyMs = 60_000

/** Starts the agencies' software in its own process, and restarts it if killed, ever later if it keeps ending at once. */
export function startAgencies(options: AgenciesOptions): Agencies {
  const { getKey, say, ...fleetOptions } = options
  const agencies = Array.from(options.agencies, (agency) => toSimulatedAgency(agency, getKey))
  let first: FirstMessage = { ...fleetOptions, agencies, signInPort: 0 }
  const { promise: signInPage, resolve: resolveSignInPage } = Promise.withResolvers<string>()
  let child: ChildProcess
  let stopped = false
  let again: NodeJS.Timeout | undefined
  const { promise: begun, resolve: resolveBegun } = Promise.withResolvers<void>()
  let earlyEnds = 0
  const run = (): void => {
    const since = performance.now()
    let hasStarted = false
    child = forkProcess(first)
    child.on('message', (message: StartMessage) => {
      if (message.is === 'begun') return resolveBegun()
      hasStarted = true
      resolveSignInPage(message.signInPage)
      // After a restart it uses the same port.
      if (message.signInPage !== '')
        first = { ...first, signInPort: Number(new URL(message.signInPage).port) }
    })
    child.once('exit', (code) => {
      // A process that could not start has said why, and would fail again; one that was killed meanwhile has no code.
      if (stopped || (!hasStarted && code !== null)) return resolveSignInPage('')
      say("The agencies' software has ended by itself; starting it again.")
      if (performance.now() - since >= steadyMs) earlyEnds = 0
      again = setTimeout(run, backoffMs(earlyEnds, Math.random))
      earlyEnds += 1
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

function forkProcess(first: FirstMessage): ChildProcess {
  const child = fork(new URL('./process.ts', import.meta.url), [], {
    execArgv: [],
    // It needs nothing of our environment, especially not the database's address.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 1, 2, 'ipc'],
  })
  // If it has just been killed the message fails; the exit handler notices that.
  child.send(first, () => undefined)
  return child
}

function toSimulatedAgency(agency: AgencyFacts, getKey: (agencyId: number) => string): SimulatedAgency {
  const { agencyId, versionDisplay, isOnline, timeZoneId, status } = agency
  return { agencyId, versionDisplay, isOnline, timeZoneId, status, agencyKey: getKey(agencyId) }
}
