import type { ClientIn } from '@agency-support/contract/call'
import { agencies } from '@agency-support/contract/modules/agencies'
import { reports } from '@agency-support/contract/modules/reports'
import { texting } from '@agency-support/contract/modules/texting'
import { type Outcome, send, type SendOptions } from './api.ts'

// The operations that the specification names explicitly (spec-002 §7).

/** The agency as shown on its screens. */
export function getAgencyConfig(
  agencyId: number,
  options?: SendOptions,
): Promise<Outcome<typeof agencies.config>> {
  return send(agencies.config, { agencyId }, options)
}

/** The products that reports can be requested for. */
export function getReportProducts(options?: SendOptions): Promise<Outcome<typeof reports.products>> {
  return send(reports.products, {}, options)
}

/** Product activation by agency. */
export function getReportProductActivation(
  productId: number,
  more: Omit<ClientIn<typeof reports.activation>, 'productId'> = {},
  options?: SendOptions,
): Promise<Outcome<typeof reports.activation>> {
  return send(reports.activation, { productId, ...more }, options)
}

/** TCR numbers that belong to no working setup. */
export function getAdminGetTCROrphans(options?: SendOptions): Promise<Outcome<typeof texting.tcrOrphans>> {
  return send(texting.tcrOrphans, {}, options)
}

/** Removes the TCR number of an agency. */
export function delAdminAgencyTCRNumber(
  agencyId: number,
  options?: SendOptions,
): Promise<Outcome<typeof texting.removeTcrNumber>> {
  return send(texting.removeTcrNumber, { agencyId }, options)
}
