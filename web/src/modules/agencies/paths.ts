import { agencyAddress, agencyList } from '../../agency/agency-address.ts'

/** Addresses of this module. */
export const agencyPaths = {
  list: agencyList,
  /** Creates an agency of version 5.x. */
  setup: '/agency-setup',
  /** Details of one agency; `tab` is the deep-link name of a tab. */
  detail: (agencyId: number, tab?: string): string => agencyAddress(agencyId, tab),
} as const
