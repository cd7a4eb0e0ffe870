/** Where users of agencies sign in, in the order of the report's columns. */
export const hostingEnvironments = ['locals', 'kotter', 'opusW', 'opusE', 'opusE2'] as const
export type HostingEnvironment = (typeof hostingEnvironments)[number]

/** How an agency is hosted: its type, 0 Local Install, 1 Kotter, every other Opus; and its region. */
export interface Hosting {
  agencyType: number
  /** 0 Northwest, 1 Southwest, 2 Central, 3 East. */
  regionId: number
}

/** The hosting environment for an agency's sign-ins; Opus W, E and E2 depend on the region. */
export function toHostingEnvironment({ agencyType, regionId }: Hosting): HostingEnvironment {
  if (agencyType === 0) return 'locals'
  if (agencyType === 1) return 'kotter'
  if (regionId === 0 || regionId === 1) return 'opusW'
  return regionId === 3 ? 'opusE' : 'opusE2'
}
