import type { ClientConfig } from '@agency-support/contract/modules/switches'
import { serviceOrigin } from '@agency-support/contract/rules/service-hosts'

let settings: Pick<ClientConfig, 'frames' | 'services'> | null = null

/** Told once the public settings have come; until then every call goes to the page's own server. */
export function learnServiceHosts(config: Pick<ClientConfig, 'frames' | 'services'>): void {
  settings = config
}

/** What stands before the path of a call: another host's origin, or nothing. */
export function getOrigin(path: string): string {
  return settings === null ? '' : serviceOrigin(path, location.hostname, settings)
}
