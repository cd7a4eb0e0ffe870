import type { ClientIn } from '@agency-support/contract/call'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { expect } from 'vitest'
import type { TestServer } from './app.ts'
import type { TestClient } from './client.ts'

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

/** A product of the marketplace; enabled and without vendor data sync unless said otherwise. */
export async function addProduct(
  { db }: TestServer,
  name: string,
  more: { enabled?: boolean; vendor_data_sync?: boolean; minimum_version?: string; deleted_at?: Date } = {},
): Promise<number> {
  const { product_id } = await db.write
    .insertInto('product')
    .values({ name, provider_name: 'Acme', enabled: true, ...more })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return product_id
}

let lastId = 94_000_000

/** A new test agency whose software has told these events. */
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
