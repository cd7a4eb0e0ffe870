import type { AgencyPart } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

export const subscriptionParts: readonly AgencyPart[] = [
  { place: 'config', page: lazyComponent(async () => (await import('./panel.tsx')).Part) },
]
