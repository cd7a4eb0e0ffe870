import type { ClientIn } from '@agency-support/contract/call'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { expect } from 'vitest'
import type { TestServer } from './app.ts'
import type { TestClient } from './client.ts'
import { type Availability, createAvailable } from './products.ts'

export type Event = ClientIn<typeof marketplace.report>['events'][number]

export const registered = (id: string, at: string, initials: string, codeExpiration: string): Event => ({
  kind: 'registered',
  id,
  at,
  initials,
  email: `${initials.toLowerCase()}@smith.test`,
  confirmationCode: `code-${initials}`,
  codeExpiration,
})
export const confirmed = (id: string, at: string, initials: string): Event => ({
  kind: 'confirmed',
  id,
  at,
  initials,
  email: `${initials.toLowerCase()}@smith.test`,
})
type Subscribing = 'purchase' | 'cancellation' | 'trialStart' | 'trialEnd'
export const subscribing = (kind: Subscribing, id: string, at: string, productId: number): Event => ({
  kind,
  id,
  at,
  productId,
  initials: 'ANN',
})
export const opting = (kind: 'optedIn' | 'optedOut', id: string, at: string, productId: number): Event => ({
  kind,
  id,
  at,
  productId,
  initials: 'ANN',
  name: 'Ann Lee',
})

/** Creates a product that agencies see, as a person of its own; its id. */
export async function addProduct(
  server: TestServer,
  name: string,
  availability?: Availability,
): Promise<number> {
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  return createAvailable(manager, server.database.url, name, availability)
}

/** Deletes a product; no agency may be subscribed to it. */
export async function removeProduct(server: TestServer, productId: number): Promise<void> {
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  expect((await manager.call(products.remove, { productId })).code).toBe(0)
}

let lastId = 94_000_000

/** A new test agency whose software has reported these events. */
export async function agencyWith(
  server: TestServer,
  ...events: Event[]
): Promise<{ agencyId: number; software: TestClient }> {
  lastId += 1
  const software = await server.software(lastId)
  if (events.length > 0) expect((await software.call(marketplace.report, { events })).code).toBe(0)
  return { agencyId: lastId, software }
}

/** What the product activity dashboard counts of an agency, in order. */
export const listActivities = ({ db }: TestServer, agencyId: number) =>
  db.read
    .selectFrom('activity_event')
    .select(['category', 'change', 'at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()

/** The journal's rows of an event of an agency. */
export const listJournal = ({ db }: TestServer, agencyId: number, event: string) =>
  db.read
    .selectFrom('journal')
    .select(['actor_kind', 'actor', 'subject', 'reason', 'before', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', '=', event)
    .orderBy('seq')
    .execute()
