import type { SeededRandom } from '../random.ts'
import { generateRequest } from './generate-request.ts'
import type { AgencyData } from './commands.ts'
import { errorFor } from './conversion-errors.ts'
import { metricsFile, multifolderFile } from './files/reports.ts'
import { marketplaceAt } from './marketplace.ts'
import { activityAt, pickClientId, seededRandomFor } from './profile.ts'
import type { Reports } from './reports.ts'
import { seatsAt } from './seats.ts'
import { type SignIn, signInAt } from './sign-ins.ts'
import { getTexting, messageAt } from './texting.ts'
import { runInBackground, type SimulatorContext } from './context.ts'

const minuteMs = 60_000
const maxErrors = 200

/** What an agency's software does without commands: renews its token and reports sign-ins, held seats and texts. */
export class Behaviour {
  readonly #agency: AgencyData
  readonly #reports: Reports
  readonly #context: SimulatorContext
  readonly #random: SeededRandom

  constructor(agency: AgencyData, reports: Reports, context: SimulatorContext) {
    this.#agency = agency
    this.#reports = reports
    this.#context = context
    this.#random = seededRandomFor(agency.profile.agencyId, `habits/${context.now().getTime()}`)
  }

  /** Starts all of them; none at speed 0. */
  begin(): void {
    const { isOnline, condition } = this.#agency.profile
    this.#often(15, () => this.#renewToken())
    this.#often(10, () => this.#reportSignIns())
    this.#often(10, () => this.#reportMessages())
    if (isOnline) this.#often(5, () => this.#reportSeats())
    if (condition === 'syncErrors') this.#often(20, () => this.#stumble())
    this.#often(240, () => this.#reportMarketplace())
    this.#often(360, () => this.#count())
  }

  /** Asks for more or fewer seats. */
  async fileSeatRequest(): Promise<void> {
    await this.#reports.seatRequest(generateRequest(this.#random, this.#agency.profile.agencyId))
  }

  async #renewToken(): Promise<void> {
    const { profile, users } = this.#agency
    await this.#reports.file(multifolderFile(profile, users, this.#context.now()))
  }

  async #reportSeats(): Promise<void> {
    const { profile, users } = this.#agency
    const { now, record } = this.#context
    const releasedAt = (username: string) => record.releasedAt(profile.agencyId, username)
    await this.#reports.seats(seatsAt(profile, users, now(), releasedAt))
  }

  async #reportSignIns(): Promise<void> {
    const { profile, users } = this.#agency
    const now = this.#context.now()
    const entries: SignIn[] = []
    let more = activityAt(now, profile.timeZoneId) * profile.bustle
    for (; this.#random.chance(more); more -= 0.4) entries.push(signInAt(this.#random, profile, users, now))
    if (entries.length > 0) await this.#reports.signIns(entries)
  }

  async #reportMessages(): Promise<void> {
    const { profile } = this.#agency
    const phone = getTexting(profile)?.phone
    const now = this.#context.now()
    const isBusy = this.#random.chance(activityAt(now, profile.timeZoneId) * profile.bustle)
    if (phone === undefined || !isBusy) return
    const id = `${profile.agencyId}-${now.getTime()}`
    await this.#reports.messages([messageAt(this.#random, profile, { id, phone, at: now })])
  }

  /** A registration, or a product bought, tried, cancelled or opted in to. */
  async #reportMarketplace(): Promise<void> {
    const { profile, users } = this.#agency
    const now = this.#context.now()
    if (!this.#random.chance(activityAt(now, profile.timeZoneId))) return
    await this.#reports.marketplace(marketplaceAt(profile, users, this.#context.products, now))
  }

  /** Another client fails, and sometimes an old failure is resolved. */
  async #stumble(): Promise<void> {
    const { profile, errors } = this.#agency
    const clientId = pickClientId(this.#random, profile)
    const others = errors.filter((error) => error.clientId !== clientId)
    const kept = this.#random.chance(0.5) ? others : others.slice(0, -1)
    const error = errorFor(this.#random, clientId, this.#context.now())
    this.#agency.errors = [error, ...kept].slice(0, maxErrors)
    await this.#reports.conversionErrors(this.#agency.errors)
  }

  async #count(): Promise<void> {
    const { profile, errors } = this.#agency
    await this.#reports.file(metricsFile(profile, errors, this.#context.now()))
  }

  // The first run is at a random time in the first interval, so that agencies are not synchronised.
  #often(minutes: number, action: () => Promise<void>): void {
    const { scheduler, speed } = this.#context
    if (speed === 0) return
    const span = (minutes * minuteMs) / speed
    const again = async (): Promise<void> => {
      if (scheduler.isClosed) return
      await runInBackground(this.#context, action)
      scheduler.in(span * (0.9 + 0.2 * this.#random.next()), () => void again())
    }
    scheduler.in(span * this.#random.next(), () => void again())
  }
}
