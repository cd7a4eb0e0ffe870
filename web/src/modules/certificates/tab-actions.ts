import type { AgencyAction } from '../../agency/agency-tab.ts'

/** Palette actions of the Self-Serve Certs tab. */
export const certificateActions: readonly AgencyAction[] = [
  { label: 'Search clients with certificates', focus: '#certificate-clients input' },
]
