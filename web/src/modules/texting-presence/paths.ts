/** Addresses of this module; each may name the agency that somebody comes from. */
export const textingPresencePaths = {
  texting: '/texting',
  lookup: '/texting/signalr',
  textingFrom: (agencyId: number): string => `/texting?agency=${agencyId}`,
  lookUp: (agencyId: number): string => `/texting/signalr?agency=${agencyId}`,
} as const
