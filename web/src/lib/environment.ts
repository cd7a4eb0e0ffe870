import { type ClientConfig, switches } from '@agency-support/contract/modules/switches'
import { useSyncExternalStore } from 'react'
import { send } from './api.ts'
import { learnServiceHosts } from './service-origins.ts'
import { createListeners } from './listeners.ts'

const key = 'environment'
const retryMs = 60_000

let config: ClientConfig | null = null
const { subscribe, tell } = createListeners()

/** The environment's name kept in this browser, or null (spec-000 §4). */
export function storedEnvironment(): string | null {
  return localStorage.getItem(key)
}

/** Asks for the environment and keeps it; tries again every minute while the server is silent (B-49). */
export async function loadEnvironment(): Promise<void> {
  const outcome = await send(switches.environment, {})
  if (outcome.kind === 'ok') localStorage.setItem(key, outcome.data)
  else setTimeout(() => void loadEnvironment(), retryMs)
  tell()
}

/** Asks for the public settings. */
export async function loadClientConfig(): Promise<void> {
  const outcome = await send(switches.clientConfig, {})
  if (outcome.kind === 'ok') {
    config = outcome.data
    learnServiceHosts(config)
  }
  tell()
}

/** The environment's name for showing. */
export function useEnvironment(): string {
  return useSyncExternalStore(subscribe, storedEnvironment) ?? 'unknown'
}

/** The public settings; null until they have come. */
export function useClientConfig(): ClientConfig | null {
  return useSyncExternalStore(subscribe, () => config)
}
