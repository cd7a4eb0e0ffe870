import { agencyAddress } from '../../agency/agency-address.ts'

/** Addresses of this module. */
export const agencyFilePaths = {
  /** The Product Summary tab with a client looked up. */
  lookUp: (agencyId: number, clientId: string): string =>
    agencyAddress(agencyId, 'productsummary', { client: clientId }),
  /** A log in the viewer. */
  log: (agencyId: number, name: string): string => agencyAddress(agencyId, 'downloads', { log: name }),
  downloads: (agencyId: number): string => agencyAddress(agencyId, 'downloads'),
} as const
