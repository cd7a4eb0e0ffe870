import { ProviderError, type ProviderFailure } from '../providers/provider-error.ts'
import type { Refusal } from './refusal.ts'
import type { RequestFacts, Services } from './context.ts'

/** The refusal of `providerRefusals` for each kind of failure. */
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
  refuse(
    reason: (typeof reasons)[ProviderFailure],
    data: { exception: string; retryAfterSeconds?: number },
  ): Refusal
}

/** Runs a request to a provider; logs a failure, and refuses with the number of its log entry. */
export async function askProvider<T>(
  { services, request, refuse }: AsksProvider,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { provider, kind, status, message, retryAfterMs } = error
    services.log.warn('provider.failed', { requestId: request.id, provider, kind, status, error: message })
    const exception = request.id
    if (kind !== 'rateLimited' || retryAfterMs === undefined) throw refuse(reasons[kind], { exception })
    // Rounded up, so that a retry after this time is not too early.
    throw refuse(reasons[kind], {
      exception,
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    })
  }
}
