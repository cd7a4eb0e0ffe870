import { type ClientConfig, switches } from '@agency-support/contract/modules/switches'
import { create } from 'zustand'
import { send } from './requests/api.ts'

const key = 'environment'
const helpKey = 'helpCentre'
const retryMs = 60_000

const unknown = 'unknown'

/** The environment's name as shown: until the server answers the stored one, without an answer `unknown`. */
export const useEnvironment = create<string>()(() => globalThis.localStorage?.getItem(key) ?? unknown)

/** The public settings; null until loaded. */
export const useClientConfig = create<ClientConfig | null>()(() => null)

/**
 * The help centre's address, empty without one: until the settings come the stored one, because help is wanted when they
 * do not; null in a browser that has never had them.
 */
export const useHelpCentre = create<string | null>()(() => globalThis.localStorage?.getItem(helpKey) ?? null)

/** The environment's name stored in this browser, or null (spec-000 §4). */
export function storedEnvironment(): string | null {
  return localStorage.getItem(key)
}

/** Loads and stores the environment; retries every minute until the server answers (B-49). */
export async function loadEnvironment(): Promise<void> {
  const outcome = await send(switches.environment, {})
  if (outcome.kind !== 'ok') {
    // The server may be another one than the last time.
    useEnvironment.setState(unknown, true)
    return void setTimeout(() => void loadEnvironment(), retryMs)
  }
  localStorage.setItem(key, outcome.data)
  useEnvironment.setState(outcome.data)
}

/** Loads the public settings; retries in the same way, because help, status site and framed pages depend on them. */
export async function loadClientConfig(): Promise<void> {
  const outcome = await send(switches.clientConfig, {})
  if (outcome.kind !== 'ok') return void setTimeout(() => void loadClientConfig(), retryMs)
  const { helpCentreUrl } = outcome.data
  localStorage.setItem(helpKey, helpCentreUrl)
  useHelpCentre.setState(helpCentreUrl, true)
  useClientConfig.setState(outcome.data, true)
}
