import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { newestProtocol, protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import type { SeededRandom } from '../random.ts'
import { AlertReader } from './alert-reader.ts'
import { CommandRunner } from './command-runner.ts'
import { type AgencyData, knownCommands } from './commands.ts'
import { firstErrors } from './conversion-errors.ts'
import { Behaviour } from './behaviour.ts'
import { Retry } from './retry.ts'
import { type AgencyUser, getUsers } from './people.ts'
import { type AgencyFacts, type Profile, getProfile, seededRandomFor } from './profile.ts'
import { Reports } from './reports.ts'
import { runInBackground, type SimulatorContext } from './context.ts'
import { getTexting } from './texting.ts'
import { getTexters, runTextingSoftware } from './texting-software.ts'
import { outcome } from './sign-ins.ts'
import { findTemporaryUser, judgeSignIn, type Typed } from './temporary-users.ts'
import { AgencyWire, Refused, Unreachable, unknownKey } from './wire.ts'

/** An agency whose software may call the server. */
export interface SimulatedAgency extends AgencyFacts {
  /** Its credential. */
  agencyKey: string
}

/** The outcome of a sign-in at the agency, as a sentence for the person. */
export interface SignInAnswer {
  isIn: boolean
  sentence: string
}

const wrong = 'the user or the password is wrong'
const notIn = (why: string): SignInAnswer => ({ isIn: false, sentence: `Not signed in: ${why}.` })

const pollSeconds = 25
const heartbeatMs = protocolNumbers.heartbeatSeconds * 1000
const lockedOutMs = 60_000

/** The software of one agency: sends heartbeats, polls for commands, and has its own activity. */
export class AgencySoftware {
  readonly agency: AgencyData
  readonly reports: Reports
  readonly behaviour: Behaviour
  readonly #agencyKey: string
  readonly #wire: AgencyWire
  readonly #alertReader: AlertReader
  readonly #commandRunner: CommandRunner
  readonly #context: SimulatorContext
  readonly #random: SeededRandom
  /** How far the server's clock is ahead of the agency's, by the last heartbeat. */
  #serverAheadMs = 0
  /** Resolves when the first heartbeat was answered or has failed. */
  readonly #firstBeat = Promise.withResolvers<void>()

  constructor(simulated: SimulatedAgency, context: SimulatorContext) {
    const profile = getProfile(simulated)
    const { agencyKey } = simulated
    this.#agencyKey = agencyKey
    this.agency = {
      profile,
      users: usersNow(profile, context),
      errors: firstErrors(profile, context.now()),
    }
    this.#context = context
    this.#random = seededRandomFor(simulated.agencyId, `run/${context.now().getTime()}`)
    this.#wire = new AgencyWire({ ...context, agencyKey })
    this.#alertReader = new AlertReader(this.#wire)
    const retry = new Retry(context.scheduler, this.#random)
    this.reports = new Reports(this.#wire, retry)
    this.behaviour = new Behaviour(this.agency, this.reports, context)
    this.#commandRunner = new CommandRunner({
      agency: this.agency,
      wire: this.#wire,
      retry,
      reports: this.reports,
      context,
    })
  }

  /** Runs until the scheduler is closed; does nothing if the agency's machine is off. */
  async run(): Promise<void> {
    await this.begin()
    await this.serve()
  }

  /** Sends the first heartbeat and the users; resolves when the server has accepted them. */
  async begin(): Promise<void> {
    if (this.#isOff) return
    this.#sendHeartbeat()
    await runInBackground(this.#context, () => this.reports.users(this.agency.users))
  }

  /** After `begin`: serves commands until the scheduler is closed. */
  async serve(): Promise<void> {
    if (this.#isOff) return
    this.behaviour.begin()
    await Promise.all([this.#serveCommands(), ...this.#runTextingSoftware()])
  }

  /**
   * Signs a temporary user in at the agency, checked with the last fetched hashes and the server's clock. The attempt
   * is reported like any other sign-in.
   */
  async signIn(typed: Typed): Promise<SignInAnswer> {
    const { profile } = this.agency
    const { record, now } = this.#context
    if (this.#isOff) return notIn("the agency's machine is switched off")
    const user = findTemporaryUser(record.temporaryUsers(profile.agencyId), typed)
    if (user === undefined) return notIn(wrong)
    // Until then the agency's possibly wrong clock would decide.
    await this.#firstBeat.promise
    const at = new Date(now().getTime() + this.#serverAheadMs)
    const went = await judgeSignIn(user, typed, at)
    const [hostname = ''] = profile.hosts
    const entry = { username: user.username, created: at.toISOString(), outcome: went, hostname }
    void runInBackground(this.#context, () => this.reports.signIns([{ ...entry, ip: '192.168.1.1' }]))
    if (went === outcome.successful)
      return { isIn: true, sentence: `${user.username} is signed in at agency ${profile.agencyId}.` }
    return notIn(went === outcome.accessDisabled ? `the time of ${user.username} has ended` : wrong)
  }

  get #isOff(): boolean {
    return this.agency.profile.condition === 'offline'
  }

  #runTextingSoftware(): Promise<void>[] {
    const { profile, users } = this.agency
    const parts = { agencyKey: this.#agencyKey, context: this.#context, random: this.#random }
    const isTexting = this.#context.speed > 0 && getTexting(profile)?.phone !== undefined
    return isTexting ? getTexters(users).map((initials) => runTextingSoftware(initials, parts)) : []
  }

  async #serveCommands(): Promise<void> {
    const { scheduler } = this.#context
    const retry = new Retry(scheduler, this.#random)
    const poll = () =>
      this.#wire.call(
        agencyCommands.claim,
        { waitSeconds: pollSeconds, most: 1 },
        {
          waitMs: pollSeconds * 1000,
        },
      )
    while (!scheduler.isClosed) {
      try {
        for (const command of await retry.untilAnswered(poll)) await this.#commandRunner.take(command)
      } catch (error) {
        await this.#waitAfterFailure(error)
      }
    }
  }

  async #waitAfterFailure(error: unknown): Promise<void> {
    const { scheduler, trouble } = this.#context
    if (scheduler.isClosed || error instanceof Unreachable) return
    trouble(error instanceof Error ? error.message : String(error))
    const isLockedOut = error instanceof Refused && error.code === unknownKey
    await scheduler.pause((isLockedOut ? lockedOutMs : 1_000) * (0.5 + this.#random.next()))
  }

  // A missed heartbeat is ignored; the poll notices when the server is unreachable.
  #sendHeartbeat(): void {
    const { scheduler } = this.#context
    const { versionDisplay, hosts } = this.agency.profile
    const beat = {
      versionDisplay,
      hostName: hosts[0] ?? '',
      protocol: newestProtocol,
      capabilities: [...knownCommands],
    }
    const sent = this.#context.now().getTime()
    this.#wire
      .call(agencyCommands.heartbeat, beat)
      .then(({ alerts, serverTime }) => {
        this.#serverAheadMs = Date.parse(serverTime) - (sent + this.#context.now().getTime()) / 2
        return this.#alertReader.readIfChanged(alerts)
      })
      .catch(() => undefined)
      .finally(() => this.#firstBeat.resolve())
    scheduler.in(heartbeatMs * (0.9 + 0.2 * this.#random.next()), () => {
      if (!scheduler.isClosed) this.#sendHeartbeat()
    })
  }
}

function usersNow(profile: Profile, { record }: SimulatorContext): AgencyUser[] {
  return getUsers(profile).map((user) =>
    record.isUnlocked(profile.agencyId, user.username) ? { ...user, status: 0 } : user,
  )
}
