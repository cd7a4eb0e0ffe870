import { backOffice } from './backoffice.ts'
import { bandwidth } from './bandwidth.ts'
import type { ProviderParts } from './breaker.ts'
import { formstack } from './formstack.ts'
import { sendGrid } from './sendgrid.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Adapter {
  /** Reads its settings and tells what is wrong, a sentence each. Without any it gives those of a provider that cannot be reached. */
  settings(env: Env, problem: (sentence: string) => void): object
  open(settings: object, parts: ProviderParts): object
}

/** All providers. A new one is a line here; settings, services and the sandbox's emulators follow from it. */
const adapters = {
  backOffice,
  formstack,
  sendGrid,
  bandwidth,
} satisfies Record<string, Adapter>

type Adapters = typeof adapters

/** The settings of every provider by its name. */
export type ProviderSettings = { [Name in keyof Adapters]: ReturnType<Adapters[Name]['settings']> }

/** Every provider by its name, ready to be asked. */
export type Providers = { [Name in keyof Adapters]: ReturnType<Adapters[Name]['open']> }

function mapAdapters(use: (name: keyof Adapters, adapter: Adapter) => object): unknown {
  const named = Object.entries<Adapter>(adapters) as [keyof Adapters, Adapter][]
  return Object.fromEntries(named.map(([name, adapter]) => [name, use(name, adapter)]))
}

/** Reads the settings of all; `problem` is told each sentence of what is wrong. */
export function readProviders(env: Env, problem: (sentence: string) => void): ProviderSettings {
  return mapAdapters((_name, adapter) => adapter.settings(env, problem)) as ProviderSettings
}

/** Opens all; none is spoken to before it is asked something. */
export function openProviders(settings: ProviderSettings, parts: ProviderParts): Providers {
  return mapAdapters((name, adapter) => adapter.open(settings[name], parts)) as Providers
}
