import type { ClientConfig } from '../modules/switches.ts'
import { frameEnvironment } from './frames.ts'

/** Services that may have their own hosts, by the paths of their calls (spec-001 §7.5, §7.8). */
const services = [
  { name: 'agency-api', path: '/staff/seats/' },
  { name: 'user-api', path: '/staff/request' },
  { name: 'backoffice', path: '/agency/profile/' },
] as const
export type ServiceName = (typeof services)[number]['name']

/** The names of these services. */
export const serviceNames: readonly string[] = services.map(({ name }) => name)

/** How host names map to environments, and where each environment's services are. */
export interface ServiceSettings extends Pick<ClientConfig, 'frames'> {
  /** Origin by environment key and service. */
  services: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The service of a path; undefined for paths that this server always answers itself. */
export function findService(path: string): ServiceName | undefined {
  return services.find((service) => path.startsWith(service.path))?.name
}

/**
 * The origin to which this host's server forwards a call of this path, from the host's environment; empty if none is
 * configured, so that it answers itself, which is the default (B-25).
 */
export function serviceOrigin(
  path: string,
  host: string,
  { frames, services: origins }: ServiceSettings,
): string {
  const service = findService(path)
  if (service === undefined) return ''
  const environment = host === 'localhost' ? 'local' : frameEnvironment(host, frames)
  return (environment === undefined ? undefined : origins[environment]?.[service]) ?? ''
}
