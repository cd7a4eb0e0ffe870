import { esignature } from '@agency-support/contract/modules/esignature'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { expect } from 'vitest'
import type { TestServer } from './app.ts'
import { cancelled, subscribed } from './esignature.ts'
import { addProduct, type Event, removeProduct, subscribing } from './marketplace.ts'
import type { Availability } from './products.ts'

/** What an agency's software reports of a product: its subscription or, by name and initials, the opt-in. */
type Report =
  | { kind: 'purchase' | 'cancellation' | 'trialStart' | 'trialEnd' }
  | { kind: 'optedIn' | 'optedOut'; name?: string; initials?: string }

/** Products and what became of them at agencies, each written by the call that writes it. */
export interface ReportedProducts {
  /** Creates a product and saves its availability; its id. */
  product(name: string, more?: Availability): Promise<number>
  /** Deletes a product; no agency may be subscribed to it. */
  remove(productId: number): Promise<void>
  /** Lets the software of an agency report an event of the marketplace. */
  report(productId: number, agencyId: number, at: string, report: Report): Promise<void>
  /** Lets it report an event of e-signature, in the name of owner@smith.test. */
  tellEsignature(agencyId: number, at: string, isSubscribed: boolean): Promise<void>
}

function toEvent(
  report: Report,
  { id, at, productId }: { id: string; at: string; productId: number },
): Event {
  if (report.kind !== 'optedIn' && report.kind !== 'optedOut')
    return subscribing(report.kind, id, at, productId)
  const { name = 'Ann Lee', initials = 'ANN' } = report
  return { kind: report.kind, id, at, productId, name, initials }
}

/** Sends the reports to a server. */
export function openReportedProducts(server: TestServer): ReportedProducts {
  let lastEvent = 0
  const nextEvent = (): string => `event-${(lastEvent += 1)}`
  return {
    product: (name, more) => addProduct(server, name, more),
    remove: (productId) => removeProduct(server, productId),
    report: async (productId, agencyId, at, report) => {
      const software = await server.software(agencyId)
      const event = toEvent(report, { id: nextEvent(), at, productId })
      const got = await software.call(marketplace.report, { events: [event] })
      expect([got.code, got.data]).toEqual([0, []])
    },
    tellEsignature: async (agencyId, at, isSubscribed) => {
      const software = await server.software(agencyId)
      const event = (isSubscribed ? subscribed : cancelled)(nextEvent(), at)
      const got = await software.call(esignature.report, { events: [event] })
      expect([got.code, got.data]).toEqual([0, []])
    },
  }
}
