import { esignature } from '@agency-support/contract/modules/esignature'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { expect } from 'vitest'
import type { TestServer } from './app.ts'
import { cancelled, subscribed } from './esignature.ts'
import { addProduct, type Event, removeProduct, subscribing } from './marketplace.ts'
import type { Availability } from './products.ts'

/** What an agency's software tells of a product: its subscription or, by name and initials, the opt-in. */
export type Told =
  | { kind: 'purchase' | 'cancellation' | 'trialStart' | 'trialEnd' }
  | { kind: 'optedIn' | 'optedOut'; name?: string; initials?: string }

/** Products and what became of them at agencies, each written by the call that writes it. */
export interface ToldWorld {
  /** Creates a product and saves its availability; its id. */
  product(name: string, more?: Availability): Promise<number>
  /** Deletes a product; no agency may be subscribed to it. */
  remove(productId: number): Promise<void>
  /** Lets the software of an agency tell an event of the marketplace. */
  tell(productId: number, agencyId: number, at: string, told: Told): Promise<void>
  /** Lets it tell an event of e-signature, in the name of owner@smith.test. */
  tellEsignature(agencyId: number, at: string, isSubscribed: boolean): Promise<void>
}

function toEvent(told: Told, { id, at, productId }: { id: string; at: string; productId: number }): Event {
  if (told.kind !== 'optedIn' && told.kind !== 'optedOut') return subscribing(told.kind, id, at, productId)
  const { name = 'Ann Lee', initials = 'ANN' } = told
  return { kind: told.kind, id, at, productId, name, initials }
}

/** Opens it at a server. */
export function openToldWorld(server: TestServer): ToldWorld {
  let lastEvent = 0
  const nextEvent = (): string => `event-${(lastEvent += 1)}`
  return {
    product: (name, more) => addProduct(server, name, more),
    remove: (productId) => removeProduct(server, productId),
    tell: async (productId, agencyId, at, told) => {
      const software = await server.software(agencyId)
      const event = toEvent(told, { id: nextEvent(), at, productId })
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
