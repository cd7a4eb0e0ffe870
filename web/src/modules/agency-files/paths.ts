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

/**
 * The first download of a client that was looked up, not of the one whose result is still shown; without one the field,
 * for the next id.
 */
export const firstDownload = (clientId: string): string =>
  `#client-lookup [data-found=${JSON.stringify(clientId)}] button:enabled, #client-lookup [data-nothing-to-download=${JSON.stringify(clientId)}]`
