import type { ClientIn } from '@agency-support/contract/call'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Page } from '@playwright/test'
import { type Availability, createAvailable } from '../../server/test/products.ts'
import type { AgencySoftware } from './agency-software.ts'
import type { World } from './world.ts'

type Event = ClientIn<typeof marketplace.report>['events'][number]
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Creates a product visible to agencies; returns its id. */
export function addProduct(world: World, name: string, availability?: Availability): Promise<number> {
  return world.asStaff((_call, client) =>
    createAvailable(client, world.server.databaseUrl, name, availability),
  )
}

/** A registration whose code expires this many minutes from now (or ago). */
export const registered = (initials: string, expiresInMinutes: number): Event => ({
  kind: 'registered',
  id: `registered-${initials}`,
  at: minutesFromNow(-60),
  initials,
  email: `${initials.toLowerCase()}@market.test`,
  confirmationCode: `code-${initials}`,
  codeExpiration: minutesFromNow(expiresInMinutes),
})
export const confirmed = (initials: string): Event => ({
  kind: 'confirmed',
  id: `confirmed-${initials}`,
  at: minutesFromNow(-30),
  initials,
  email: `${initials.toLowerCase()}@market.test`,
})
export const purchase = (productId: number): Event => ({
  kind: 'purchase',
  id: `purchase-${productId}`,
  at: '2026-03-01T14:00:00Z',
  productId,
})
export const optedIn = (productId: number): Event => ({
  kind: 'optedIn',
  id: `opted-in-${productId}`,
  at: '2026-03-02T15:04:05Z',
  productId,
  initials: 'ANN',
  name: 'Ann Lee',
})

/** Reports events of an agency. */
export async function reportEvents(software: AgencySoftware, ...events: Event[]): Promise<void> {
  await software.call(marketplace.report, { events })
}

/** The Marketplace tab of an agency. */
export function marketplaceTab(page: Page) {
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  return {
    open: (id: number) => page.goto(`/agency-detail/${id}?tab=marketplace`),
    registrations: card('Pending registrations'),
    products: card('Product Summary'),
    reset: card('Agency Reset'),
    question: page.getByRole('alertdialog'),
  }
}
