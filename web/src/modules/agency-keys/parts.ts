import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

export const agencyKeyParts: readonly AgencyPart[] = [
  { place: 'config', page: lazyComponent(async () => (await import('./key-card.tsx')).Part) },
]
