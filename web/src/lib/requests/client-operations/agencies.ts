import { agencies } from '@agency-support/contract/modules/agencies'
import { type Outcome, send, type SendOptions } from '../api.ts'

// Operations that the specification names explicitly (spec-002 §7); one file a module, so that an agency's screen does
// not load the calls of the others.

/** The agency as shown on its screens. */
export function getAgencyConfig(
  agencyId: number,
  options?: SendOptions,
): Promise<Outcome<typeof agencies.config>> {
  return send(agencies.config, { agencyId }, options)
}
