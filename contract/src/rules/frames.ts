import type { ClientConfig } from '../modules/switches.ts'

/** Sites of the management site that the console frames (spec-000 §2). */
export const frameSites = [
  'agency-detail-6x',
  'agency-setup-6x',
  'market-item-mgmt-6x',
  'agency-cutoff-report',
] as const
export type FrameSite = (typeof frameSites)[number]

/** True for one of the four site keys. */
export function isFrameSite(text: string | undefined): text is FrameSite {
  return frameSites.some((site) => site === text)
}

type Frames = ClientConfig['frames']

/**
 * The environment of a host name: configured hosts and suffixes first (C-09), then the documented rule by parts of the
 * name; undefined if nothing matches.
 */
export function frameEnvironment(host: string, { hosts, self }: Frames): string | undefined {
  const exact = hosts[host]
  if (exact !== undefined) return exact
  const suffix = Object.keys(hosts).find((name) => name.startsWith('.') && host.endsWith(name))
  if (suffix !== undefined) return hosts[suffix]
  if (self !== '' && host === self) return 'production'
  for (const part of ['dev', 'qa', 'po']) if (host.includes(part)) return part
  if (host.includes('.live')) return 'live'
  if (host.includes('.app')) return 'app'
  return undefined
}

/** URL of a frame: base of environment and site, followed by an agency id above 0; empty if not configured. */
export function frameAddress(where: {
  host: string
  site: FrameSite
  agencyId: number
  frames: Frames
}): string {
  const environment = frameEnvironment(where.host, where.frames)
  const base = environment === undefined ? undefined : where.frames.bases[environment]?.[where.site]
  if (base === undefined || base === '') return ''
  return where.agencyId > 0 ? `${base.replace(/\/$/, '')}/${where.agencyId}` : base
}
