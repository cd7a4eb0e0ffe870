import type { AgencyPart } from '../../lib/agency-tab.ts'

export const healthParts: readonly AgencyPart[] = [{ place: 'header', page: () => import('./strip.tsx') }]
