import { alerts } from '@agency-support/contract/modules/alerts'
import type { AgencyWire } from './wire.ts'

/** Fetches the alerts of an agency, only when the number in the heartbeat's answer is another than before. */
export class AlertReader {
  readonly #wire: Pick<AgencyWire, 'call'>
  #number: number | undefined

  constructor(wire: Pick<AgencyWire, 'call'>) {
    this.#wire = wire
  }

  /** Told with each heartbeat. What could not be fetched is asked for again at the next one. */
  async hear(number: number): Promise<void> {
    if (number === this.#number) return
    await this.#wire.call(alerts.ofAgency, {})
    this.#number = number
  }
}
