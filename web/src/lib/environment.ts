import { type ClientConfig, switches } from '@agency-support/contract/modules/switches'
import { create } from 'zustand'
import { send } from './api.ts'

const key = 'environment'
const retryMs = 60_000

/** The environment's name as shown. */
export const useEnvironment = create<string>()(() => globalThis.localStorage?.getItem(key) ?? 'unknown')

/** The public settings; null until loaded. */
export const useClientConfig = create<ClientConfig | null>()(() => null)

/** The environment's name stored in this browser, or null (spec-000 §4). */
export function storedEnvironment(): string | null {
  return localStorage.getItem(key)
}

/** Loads and stores the environment; retries every minute until the server answers (B-49). */
export async function loadEnvironment(): Promise<void> {
  const outcome = await send(switches.environment, {})
  if (outcome.kind !== 'ok') return void setTimeout(() => void loadEnvironment(), retryMs)
  localStorage.setItem(key, outcome.data)
  useEnvironment.setState(outcome.data)
}

/** Loads the public settings. */
export async function loadClientConfig(): Promise<void> {
  const outcome = await send(switches.clientConfig, {})
  if (outcome.kind !== 'ok') return
  useClientConfig.setState(outcome.data, true)
}
