import type { SeededRandom } from '../random.ts'
import { madeUpRequest } from '../seat-requests/made-up-request.ts'
import type { AgencyData } from './commands.ts'
import { errorFor } from './conversion-errors.ts'
import { metricsFile, multifolderFile } from './files/reports.ts'
import { activityAt, clientIdOf, randomOf } from './personality.ts'
import type { Reports } from './reports.ts'
import { seatsAt } from './seats.ts'
import { type SignIn, signInAt } from './sign-ins.ts'
import { calmly, type Surroundings } from './surroundings.ts'

const minuteMs = 60_000
const mostErrors = 200

/** What an agency's software does unasked: it renews its token and tells who signs in and who holds a seat. */
export class Habits {
  readonly #agency: AgencyData
  readonly #reports: Reports
  readonly #around: Surroundings
  readonly #random: SeededRandom

  constructor(agency: AgencyData, reports: Reports, around: Surroundings) {
    this.#agency = agency
    this.#reports = reports
    this.#around = around
    this.#random = randomOf(agency.personality.agencyId, `habits/${around.now().getTime()}`)
  }

  /** Begins with all of them; with none at speed 0. */
  begin(): void {
    const { isOnline, temper } = this.#agency.personality
    this.#often(15, () => this.#renewToken())
    this.#often(10, () => this.#tellOfSignIns())
    if (isOnline) this.#often(5, () => this.#tellOfSeats())
    if (temper === 'syncErrors') this.#often(20, () => this.#stumble())
    this.#often(360, () => this.#count())
  }

  /** Asks for more or fewer seats. */
  async fileSeatRequest(): Promise<void> {
    await this.#reports.seatRequest(madeUpRequest(this.#random, this.#agency.personality.agencyId))
  }

  async #renewToken(): Promise<void> {
    const { personality, users } = this.#agency
    await this.#reports.file(multifolderFile(personality, users, this.#around.now()))
  }

  async #tellOfSeats(): Promise<void> {
    const { personality, users } = this.#agency
    await this.#reports.seats(seatsAt(personality, users, this.#around.now()))
  }

  /** Temporary users sign in like the agency's own. */
  async #tellOfSignIns(): Promise<void> {
    const { personality, users } = this.#agency
    const guests = await this.#reports.temporaryUsers()
    const people = [...users, ...guests.map((username) => ({ username, status: 0, online: false }))]
    const now = this.#around.now()
    const entries: SignIn[] = []
    let more = activityAt(now, personality.timeZoneId) * personality.bustle
    for (; this.#random.chance(more); more -= 0.4)
      entries.push(signInAt(this.#random, personality, people, now))
    if (entries.length > 0) await this.#reports.signIns(entries)
  }

  /** Another client fails, and now and then an old failure is gone. */
  async #stumble(): Promise<void> {
    const { personality, errors } = this.#agency
    const clientId = clientIdOf(this.#random, personality)
    const others = errors.filter((error) => error.clientId !== clientId)
    const kept = this.#random.chance(0.5) ? others : others.slice(0, -1)
    const error = errorFor(this.#random, clientId, this.#around.now())
    this.#agency.errors = [error, ...kept].slice(0, mostErrors)
    await this.#reports.conversionErrors(this.#agency.errors)
  }

  async #count(): Promise<void> {
    const { personality, errors } = this.#agency
    await this.#reports.file(metricsFile(personality, errors, this.#around.now()))
  }

  // The first time comes anywhere within the first span, so that agencies do not march in step.
  #often(minutes: number, action: () => Promise<void>): void {
    const { agenda, speed } = this.#around
    if (speed === 0) return
    const span = (minutes * minuteMs) / speed
    const again = async (): Promise<void> => {
      if (agenda.isClosed) return
      await calmly(this.#around, action)
      agenda.in(span * (0.9 + 0.2 * this.#random.next()), () => void again())
    }
    agenda.in(span * this.#random.next(), () => void again())
  }
}
