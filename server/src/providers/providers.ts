import type { SettingReader } from '../settings/reader.ts'
import { backOffice } from './backoffice.ts'
import { bandwidth } from './bandwidth.ts'
import type { ProviderParts } from './breaker.ts'
import { formstack } from './formstack.ts'
import { sendGrid } from './sendgrid.ts'

interface Adapter {
  /** Reads the settings and reports problems. Without any settings, the provider counts as unreachable. */
  settings(reader: SettingReader): object
  open(settings: object, parts: ProviderParts): object
}

/** All providers. A new one needs a line here; settings, services and the sandbox's emulators are derived from it. */
const adapters = {
  backOffice,
  formstack,
  sendGrid,
  bandwidth,
} satisfies Record<string, Adapter>

type Adapters = typeof adapters

/** The settings of every provider by its name. */
export type ProviderSettings = { [Name in keyof Adapters]: ReturnType<Adapters[Name]['settings']> }

/** Every provider by name, ready for requests. */
export type Providers = { [Name in keyof Adapters]: ReturnType<Adapters[Name]['open']> }

function mapAdapters(use: (name: keyof Adapters, adapter: Adapter) => object): unknown {
  const named = Object.entries<Adapter>(adapters) as [keyof Adapters, Adapter][]
  return Object.fromEntries(named.map(([name, adapter]) => [name, use(name, adapter)]))
}

/** Reads the settings of all providers. */
export function readProviders(reader: SettingReader): ProviderSettings {
  return mapAdapters((_name, adapter) => adapter.settings(reader)) as ProviderSettings
}

/** Opens all adapters without connecting to the providers. */
export function openProviders(settings: ProviderSettings, parts: ProviderParts): Providers {
  return mapAdapters((name, adapter) => adapter.open(settings[name], parts)) as Providers
}
