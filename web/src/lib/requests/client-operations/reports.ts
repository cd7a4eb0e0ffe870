import type { ClientIn } from '@agency-support/contract/call'
import { reports } from '@agency-support/contract/modules/reports'
import { type Outcome, send, type SendOptions } from '../api.ts'

// Operations that the specification names explicitly (spec-002 §7); one file a module, so that an agency's screen does
// not load the calls of the others.

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
