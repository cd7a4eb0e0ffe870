import { framePaths } from '../frames/paths.ts'
import { agencyPaths } from './paths.ts'

/** Where an agency opens: one on the newer version stops at the 6.x placeholder while that navigation is on (000 §2). */
export function agencyTarget(agency: { agencyId: number; isCloud: boolean }, is6x: boolean): string {
  return agency.isCloud && is6x ? framePaths.warning(agency.agencyId) : agencyPaths.detail(agency.agencyId)
}
