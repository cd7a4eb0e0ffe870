import { alerts } from '@agency-support/contract/modules/alerts'
import type { AgencyWire } from './wire.ts'

/** Fetches an agency's alerts, only when the number in the heartbeat's answer has changed. */
export class AlertReader {
  readonly #wire: Pick<AgencyWire, 'call'>
  #number: number | undefined

  constructor(wire: Pick<AgencyWire, 'call'>) {
    this.#wire = wire
  }

  /** Called at each heartbeat. A failed fetch is retried at the next one. */
  async readIfChanged(number: number): Promise<void> {
    if (number === this.#number) return
    await this.#wire.call(alerts.ofAgency, {})
    this.#number = number
  }
}
