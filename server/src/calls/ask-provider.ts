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

type Reason = (typeof reasons)[ProviderFailure]

interface Asks<R> {
  services: Pick<Services, 'log'>
  request: Pick<RequestFacts, 'id'>
  refuse(reason: R, data: { exception: string; retryAfterSeconds?: number }): Refusal
}

/** The context of a handler whose call declares providerRefusals. */
export type AsksProvider = Asks<Reason>
/** The same with unclearChange. */
export type ChangesAtProvider = Asks<Reason | 'unclear'>

/** Runs a request to a provider; logs a failure, and refuses with the number of its log entry. */
export async function askProvider<T>(
  { services, request, refuse }: AsksProvider,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, retryAfterMs } = error
    logProviderFailure({ services, request }, error)
    const exception = request.id
    if (kind !== 'rateLimited' || retryAfterMs === undefined) throw refuse(reasons[kind], { exception })
    // Rounded up, so that a retry after this time is not too early.
    throw refuse(reasons[kind], {
      exception,
      retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)),
    })
  }
}

/**
 * Makes a change at a provider. If nobody knows whether it was made, it runs `note`, which may record that, and refuses
 * as unclear.
 */
export async function changeAtProvider<T>(
  ctx: ChangesAtProvider,
  change: () => Promise<T>,
  note: () => Promise<void> = async () => undefined,
): Promise<T> {
  return askProvider(ctx, async () => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.mayBeDone) throw error
      logProviderFailure(ctx, error)
      await note()
      throw ctx.refuse('unclear', { exception: ctx.request.id })
    }
  })
}

/** Logs a failure with the id of the request, and none of the provider's words. */
export function logProviderFailure(
  { services, request }: Pick<AsksProvider, 'services' | 'request'>,
  { provider, kind, status, message }: ProviderError,
): void {
  services.log.warn('provider.failed', { requestId: request.id, provider, kind, status, error: message })
}
