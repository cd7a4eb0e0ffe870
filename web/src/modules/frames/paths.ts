/** Addresses of this module. */
export const framePaths = {
  /** Warning page before an agency on the newer version. */
  warning: (agencyId: number): string => `/agency-detail-6xWarn/${agencyId}`,
  agency: (agencyId: number): string => `/agency-detail-6x/${agencyId}`,
  agencySetup: '/agency-setup-6x',
  marketplace: '/market-item-mgmt-6x',
  agencyCancellation: '/reports/agency-cancellation',
} as const
