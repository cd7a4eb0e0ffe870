import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'

export const subscriptionParts: readonly AgencyPart[] = [
  { place: 'config', page: lateComponent(async () => (await import('./panel.tsx')).Part) },
]
