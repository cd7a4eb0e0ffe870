import type { ClientConfig } from '../modules/switches.ts'
import { frameEnvironment } from './frames.ts'

/** Services that may live on hosts of their own, by the paths of their calls (spec-001 §7.5, §7.8). */
const services = [
  { name: 'agency-api', path: '/staff/seats/' },
  { name: 'user-api', path: '/staff/request' },
  { name: 'backoffice', path: '/agency/profile/' },
] as const
export type ServiceName = (typeof services)[number]['name']

/** How a host name stands for an environment, and where its services are. */
export interface ServiceSettings extends Pick<ClientConfig, 'frames'> {
  /** Environment key to service to origin. */
  services: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The service that a path belongs to; undefined for all that this server answers itself. */
export function findService(path: string): ServiceName | undefined {
  return services.find((service) => path.startsWith(service.path))?.name
}

/**
 * Origin to which the server of this host passes a call of this path on: that of the host's environment where one is
 * configured; empty for what it answers itself, which is the rule (B-25).
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
