import { agencyAddress } from '../../agency/agency-address.ts'
import { formatQuery } from '../../lib/address.ts'

const tool = '/selfservecerts'

/** Addresses of this module. */
export const certificatePaths = {
  tool,
  /** The encoder with both ids filled in. */
  encode: (agencyId: number, clientId: string): string =>
    `${tool}${formatQuery({ agency: agencyId, client: clientId })}`,
  /** The tab of an agency with a client's certificate open. */
  client: (agencyId: number, clientId: string): string =>
    agencyAddress(agencyId, 'certs', { client: clientId }),
} as const
