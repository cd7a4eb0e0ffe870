import type { AgencyAction } from '../../agency/agency-tab.ts'

/** Palette actions of the Marketplace tab. */
export const marketplaceActions: readonly AgencyAction[] = [
  { label: 'Reactivate a marketplace registration', focus: '#marketplace-registrations button' },
  { label: 'Search the marketplace products of the agency', focus: '#marketplace-products input' },
]
