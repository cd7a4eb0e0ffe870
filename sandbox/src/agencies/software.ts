import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { SeededRandom } from '../random.ts'
import { CommandDesk } from './command-desk.ts'
import type { AgencyData } from './commands.ts'
import { firstErrors } from './conversion-errors.ts'
import { Habits } from './habits.ts'
import { Patience } from './patience.ts'
import { type AgencyUser, usersOf } from './people.ts'
import { type AgencyFacts, type Personality, personalityOf, randomOf } from './personality.ts'
import { Reports } from './reports.ts'
import { calmly, type Surroundings } from './surroundings.ts'
import { AgencyWire, Refused, Unreachable, unknownKey } from './wire.ts'

/** An agency whose software may speak to the server. */
export interface LivingAgency extends AgencyFacts {
  /** What it shows to be let in. */
  agencyKey: string
}

const pollSeconds = 25
const beatMs = 30_000
const lockedOutMs = 60_000

/** The own software of one agency: it says that it is alive, waits for commands and does what it does by itself. */
export class AgencySoftware {
  readonly agency: AgencyData
  readonly reports: Reports
  readonly habits: Habits
  readonly #wire: AgencyWire
  readonly #desk: CommandDesk
  readonly #around: Surroundings
  readonly #random: SeededRandom

  constructor(living: LivingAgency, around: Surroundings) {
    const personality = personalityOf(living)
    const { agencyKey } = living
    this.agency = {
      personality,
      users: usersNow(personality, around),
      errors: firstErrors(personality, around.now()),
    }
    this.#around = around
    this.#random = randomOf(living.agencyId, `run/${around.now().getTime()}`)
    this.#wire = new AgencyWire({ ...around, agencyKey })
    const patience = new Patience(around.agenda, this.#random)
    this.reports = new Reports(this.#wire, patience)
    this.habits = new Habits(this.agency, this.reports, around)
    this.#desk = new CommandDesk({
      agency: this.agency,
      wire: this.#wire,
      patience,
      reports: this.reports,
      around,
    })
  }

  /** Runs until the agenda is closed; not at all at an agency whose machine is switched off. */
  async run(): Promise<void> {
    if (this.agency.personality.temper === 'offline') return
    this.#beat()
    await calmly(this.#around, () => this.reports.users(this.agency.users))
    this.habits.begin()
    await this.#serveCommands()
  }

  async #serveCommands(): Promise<void> {
    const { agenda } = this.#around
    const patience = new Patience(agenda, this.#random)
    const poll = () =>
      this.#wire.call(agencyCommands.claim, { waitSeconds: pollSeconds, most: 1 }, pollSeconds * 1000)
    while (!agenda.isClosed) {
      try {
        for (const command of await patience.answerTo(poll)) await this.#desk.take(command)
      } catch (error) {
        await this.#bear(error)
      }
    }
  }

  async #bear(error: unknown): Promise<void> {
    const { agenda, trouble } = this.#around
    if (agenda.isClosed || error instanceof Unreachable) return
    trouble(error instanceof Error ? error.message : String(error))
    const isLockedOut = error instanceof Refused && error.code === unknownKey
    await agenda.pause((isLockedOut ? lockedOutMs : 1_000) * (0.5 + this.#random.next()))
  }

  // One that is missed says nothing by itself; the poll notices when the server is away.
  #beat(): void {
    const { agenda } = this.#around
    const { versionDisplay, hosts } = this.agency.personality
    const beat = { versionDisplay, hostName: hosts[0] ?? '' }
    this.#wire.call(agencyCommands.heartbeat, beat).catch(() => undefined)
    agenda.in(beatMs * (0.9 + 0.2 * this.#random.next()), () => {
      if (!agenda.isClosed) this.#beat()
    })
  }
}

function usersNow(personality: Personality, { record }: Surroundings): AgencyUser[] {
  return usersOf(personality).map((user) =>
    record.isUnlocked(personality.agencyId, user.username) ? { ...user, status: 0 } : user,
  )
}
