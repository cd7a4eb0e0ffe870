import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Ctx } from '../../calls/context.ts'
import type { BackOffice } from '../../providers/backoffice.ts'
import { ProviderError, type ProviderFailure } from '../../providers/provider-error.ts'

type Asking = Pick<Ctx<typeof subscription.billing>, 'services' | 'request' | 'refuse'>

/** Which refusal stands for which failure. */
const reasons = {
  auth: 'failed',
  invalid: 'failed',
  protocol: 'failed',
  rateLimited: 'busy',
  unavailable: 'unavailable',
} as const satisfies Partial<Record<ProviderFailure, string>>

/** Asks the back office; a failure goes to the log, and its number to the card that shows it. */
export async function ask<T>(
  { services, request, refuse }: Asking,
  question: (backOffice: BackOffice) => Promise<T>,
): Promise<T> {
  try {
    return await question(services.backOffice)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { provider, kind, status, message } = error
    if (kind === 'notFound') throw refuse('notFound')
    services.log.warn('provider.failed', { requestId: request.id, provider, kind, status, error: message })
    throw refuse(reasons[kind], { exception: request.id })
  }
}
