import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { certificates } from '@agency-support/contract/modules/certificates'
import { esignature } from '@agency-support/contract/modules/esignature'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { seats } from '@agency-support/contract/modules/seats'
import { texting } from '@agency-support/contract/modules/texting'
import { randomUUID } from 'node:crypto'
import type { ClientIn } from '@agency-support/contract/call'
import type { CertificateEvent } from './certificates.ts'
import type { ConversionError } from './conversion-errors.ts'
import type { EsignatureEvents } from './esignature.ts'
import type { AgencyFile } from './files/agency-file.ts'
import type { MarketplaceEvents } from './marketplace.ts'
import type { Retry } from './retry.ts'
import type { AgencyUser } from './people.ts'
import type { HeldSeat } from './seats.ts'
import type { SignIn } from './sign-ins.ts'
import type { TemporaryUser } from './temporary-users.ts'
import type { TextingEvent, TextMessage } from './texting.ts'
import { sendFile } from './upload.ts'
import type { AgencyWire } from './wire.ts'

/** What an agency's software tells of the agency; each is told until the server has taken it or refuses it. */
export class Reports {
  readonly #wire: AgencyWire
  readonly #retry: Retry

  constructor(wire: AgencyWire, retry: Retry) {
    this.#wire = wire
    this.#retry = retry
  }

  async users(users: readonly AgencyUser[]): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(agencyUsers.reportUsers, { users: [...users] }))
  }

  async signIns(entries: SignIn[]): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(agencyUsers.reportSignins, { entries }))
  }

  async seats(held: { licensedSeats: number; seats: HeldSeat[] }): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(seats.reportSeats, held))
  }

  async esignature(events: EsignatureEvents): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(esignature.report, { events }))
  }

  async certificates(events: CertificateEvent[]): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(certificates.report, { events }))
  }

  async marketplace(events: MarketplaceEvents): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(marketplace.report, { events }))
  }

  async conversionErrors(errors: readonly ConversionError[]): Promise<void> {
    const report = { errors: [...errors] }
    await this.#retry.untilAnswered(() => this.#wire.call(agencyFiles.reportConversionErrors, report))
  }

  async texting(events: TextingEvent[]): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(texting.reportSetUp, { events }))
  }

  async messages(events: TextMessage[]): Promise<void> {
    await this.#retry.untilAnswered(() => this.#wire.call(texting.reportMessages, { events }))
  }

  /** Asks for more or fewer seats: once, however often the answer is lost. */
  async seatRequest(request: ClientIn<typeof seats.fileRequest>): Promise<void> {
    const idempotencyKey = randomUUID()
    await this.#retry.untilAnswered(() => this.#wire.call(seats.fileRequest, request, { idempotencyKey }))
  }

  /** Sends a file, for a command if it asked for it; resolves with the id of the upload. */
  file(file: AgencyFile, commandId?: number): Promise<string> {
    return sendFile(this.#wire, this.#retry, file, commandId)
  }

  /** Asks for the users whom the provider's staff has made for a while. */
  temporaryUsers(): Promise<TemporaryUser[]> {
    return this.#retry.untilAnswered(() => this.#wire.call(agencyUsers.superUsers, {}))
  }
}
