import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { certificates } from '@agency-support/contract/modules/certificates'
import { esignature } from '@agency-support/contract/modules/esignature'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { seats } from '@agency-support/contract/modules/seats'
import { texting } from '@agency-support/contract/modules/texting'
import { randomUUID } from 'node:crypto'
import type { Received } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
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

/** Size of a part of a report, small enough for a slow connection. */
const partBytes = 200_000

const isLong = (entries: readonly unknown[]): boolean =>
  Buffer.byteLength(JSON.stringify(entries)) > partBytes

/** Splits a list into parts of at most this many bytes, with at least one entry each. */
function cutIntoParts(entries: readonly unknown[]): unknown[][] {
  const parts: unknown[][] = []
  let left = 0
  for (const entry of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1
    if (bytes > left || parts.length === 0) {
      parts.push([])
      left = partBytes
    }
    parts.at(-1)?.push(entry)
    left -= bytes
  }
  return parts
}

/** The reports of an agency's software; each is retried until the server accepts or refuses it. */
export class Reports {
  readonly #wire: AgencyWire
  readonly #retry: Retry

  constructor(wire: AgencyWire, retry: Retry) {
    this.#wire = wire
    this.#retry = retry
  }

  async users(users: readonly AgencyUser[]): Promise<void> {
    if (isLong(users)) return this.#inParts({ report: 'users' }, users)
    await this.#send(agencyUsers.reportUsers, { users: [...users] })
  }

  async signIns(entries: SignIn[]): Promise<void> {
    await this.#send(agencyUsers.reportSignins, { entries })
  }

  async seats(held: { licensedSeats: number; seats: HeldSeat[] }): Promise<void> {
    const { licensedSeats } = held
    if (isLong(held.seats)) return this.#inParts({ report: 'seats', licensedSeats }, held.seats)
    await this.#send(seats.reportSeats, held)
  }

  async esignature(events: EsignatureEvents): Promise<void> {
    await this.#send(esignature.report, { events })
  }

  async certificates(events: CertificateEvent[]): Promise<void> {
    await this.#send(certificates.report, { events })
  }

  async marketplace(events: MarketplaceEvents): Promise<void> {
    await this.#send(marketplace.report, { events })
  }

  async conversionErrors(errors: readonly ConversionError[]): Promise<void> {
    if (isLong(errors)) return this.#inParts({ report: 'errors' }, errors)
    const report = { errors: [...errors] }
    await this.#send(agencyFiles.reportConversionErrors, report)
  }

  async texting(events: TextingEvent[]): Promise<void> {
    await this.#send(texting.reportSetUp, { events })
  }

  async messages(events: TextMessage[]): Promise<void> {
    await this.#send(texting.reportMessages, { events })
  }

  /** Sends a long report in parts; the previous one stays valid until the commit. */
  async #inParts(
    given: ClientIn<typeof agencyReportParts.begin>,
    entries: readonly unknown[],
  ): Promise<void> {
    const { reportId } = await this.#send(agencyReportParts.begin, given)
    const parts = cutIntoParts(entries)
    for (const [at, some] of parts.entries()) {
      const part = { reportId, part: at + 1, entries: some }
      await this.#send(agencyReportParts.part, part)
    }
    const all = { reportId, parts: parts.length }
    await this.#send(agencyReportParts.commit, all)
  }

  /** Files a seat request, once, however often the answer is lost. */
  async seatRequest(request: ClientIn<typeof seats.fileRequest>): Promise<void> {
    const idempotencyKey = randomUUID()
    await this.#send(seats.fileRequest, request, { idempotencyKey })
  }

  /** Sends a file, for a command if one asked for it; resolves with the id of the upload. */
  file(file: AgencyFile, commandId?: number): Promise<string> {
    return sendFile(this.#wire, this.#retry, file, commandId)
  }

  /** Fetches the temporary users created by staff. */
  temporaryUsers(): Promise<TemporaryUser[]> {
    return this.#send(agencyUsers.superUsers, {})
  }

  #send<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    options?: { idempotencyKey: string },
  ): Promise<Received<C['answer']>> {
    return this.#retry.untilAnswered(() => this.#wire.call(call, input, options))
  }
}
