import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'

export const agencyKeyParts: readonly AgencyPart[] = [
  { place: 'config', page: lateComponent(async () => (await import('./key-card.tsx')).Part) },
]
