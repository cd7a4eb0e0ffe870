import type { AnyCall } from '@agency-support/contract/call'
import { findService, serviceOrigin } from '@agency-support/contract/rules/service-hosts'
import type { ServerConfig } from '../settings/config.ts'
import type { ProviderParts } from '../providers/breaker.ts'
import { ServiceHost } from '../providers/service-host.ts'

/** The hosts of SERVICE_HOSTS, each with its own breaker. */
export class ServiceHosts {
  readonly #config: ServerConfig
  readonly #parts: ProviderParts
  readonly #hosts = new Map<string, ServiceHost>()

  constructor(config: ServerConfig, parts: ProviderParts) {
    this.#config = config
    this.#parts = parts
  }

  /** The origin of the host that answers a call for us; undefined if we answer it ourselves. */
  getOrigin({ at }: AnyCall): string | undefined {
    const { publicOrigin, frames, services } = this.#config
    if (findService(at.path) === undefined) return undefined
    const origin = serviceOrigin(at.path, new URL(publicOrigin).hostname, { frames, services })
    return origin === '' ? undefined : origin
  }

  getHost({ at }: AnyCall): ServiceHost {
    const name = findService(at.path) ?? ''
    const known = this.#hosts.get(name) ?? new ServiceHost(name, this.#parts)
    this.#hosts.set(name, known)
    return known
  }
}
