import type { AgencyPart } from '../../lib/agency-tab.ts'

export const subscriptionParts: readonly AgencyPart[] = [
  { place: 'config', page: () => import('./panel.tsx') },
]
