import type { ProviderState } from '../modules/health.ts'
import { agoText, minutesSince } from './health.ts'

/** What a process knows about a provider; `unknown` before its first answer. */
export interface ProviderLook {
  level: 'ok' | 'warn' | 'bad' | 'unknown'
  /** Names the provider: `Bandwidth answered 3 min ago`. */
  label: string
}

/** No more than is known: that nothing failed does not mean that the provider answers. */
export function toProviderLook(state: ProviderState, now: string): ProviderLook {
  const { level, label } = judge(state, now)
  return { level, label: `${beginSentence(state.provider)} ${label}` }
}

/** The name of a provider at the beginning of a sentence; the back office is no proper name. */
export const beginSentence = (provider: string): string =>
  provider.charAt(0).toUpperCase() + provider.slice(1)

function judge({ state, askedAt, answeredAt, failures }: ProviderState, now: string): ProviderLook {
  if (state === 'open') return { level: 'bad', label: 'does not answer' }
  if (state === 'halfOpen') return { level: 'warn', label: 'did not answer; one request tries it again' }
  if (failures > 0)
    return {
      level: 'warn',
      label: `did not answer the last ${failures === 1 ? 'request' : `${failures} requests`}`,
    }
  if (answeredAt !== null) return { level: 'ok', label: `answered ${agoText(minutesSince(answeredAt, now))}` }
  return { level: 'unknown', label: askedAt === null ? 'has not been asked yet' : 'has not answered yet' }
}
