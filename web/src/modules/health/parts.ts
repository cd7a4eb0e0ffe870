import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

export const healthParts: readonly AgencyPart[] = [
  { place: 'header', page: lazyComponent(async () => (await import('./strip.tsx')).Part) },
]
