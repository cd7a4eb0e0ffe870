/** Addresses of this module; each may name the agency that the person came from. */
export const textingPresencePaths = {
  texting: '/texting',
  lookup: '/texting/signalr',
  textingFrom: (agencyId: number): string => `/texting?agency=${agencyId}`,
  lookUp: (agencyId: number): string => `/texting/signalr?agency=${agencyId}`,
} as const
