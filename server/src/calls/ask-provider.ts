import { ProviderError, type ProviderFailure } from '../providers/provider-error.ts'
import type { Refusal } from './refusal.ts'
import type { RequestFacts, Services } from './context.ts'

/** Which refusal of providerRefusals stands for which failure. */
const reasons = {
  auth: 'failed',
  invalid: 'failed',
  notFound: 'failed',
  protocol: 'failed',
  rateLimited: 'busy',
  unavailable: 'unavailable',
} as const satisfies Record<ProviderFailure, string>

/** The context of a handler whose call declares providerRefusals. */
export interface AsksProvider {
  services: Pick<Services, 'log'>
  request: Pick<RequestFacts, 'id'>
  refuse(reason: (typeof reasons)[ProviderFailure], data: { exception: string }): Refusal
  refuse(reason: 'busyUntil', data: { exception: string; wait: string }): Refusal
}

/** Asks a provider; a failure goes to the log, and its number to the one who asked. */
export async function askProvider<T>(
  { services, request, refuse }: AsksProvider,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { provider, kind, status, message } = error
    services.log.warn('provider.failed', { requestId: request.id, provider, kind, status, error: message })
    const { retryAfterMs = 0 } = error
    if (kind === 'rateLimited' && retryAfterMs > 0)
      throw refuse('busyUntil', { exception: request.id, wait: formatWait(retryAfterMs) })
    throw refuse(reasons[kind], { exception: request.id })
  }
}

const secondsAsMinutes = 120
const maxMinutes = 120

/** '60 seconds', '5 minutes', rounded up: whoever comes again then is not too early. */
export function formatWait(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < secondsAsMinutes) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes > maxMinutes ? 'more than two hours' : `${minutes} minutes`
}
