import { texting } from '@agency-support/contract/modules/texting'
import { type Outcome, send, type SendOptions } from '../api.ts'

// Operations that the specification names explicitly (spec-002 §7); one file a module, so that an agency's screen does
// not load the calls of the others.

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
