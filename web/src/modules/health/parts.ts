import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'

export const healthParts: readonly AgencyPart[] = [
  { place: 'header', page: lateComponent(async () => (await import('./strip.tsx')).Part) },
]
