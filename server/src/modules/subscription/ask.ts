import type { subscription } from '@agency-support/contract/modules/subscription'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Ctx } from '../../calls/context.ts'
import type { BackOffice } from '../../providers/backoffice.ts'
import { ProviderError } from '../../providers/provider-error.ts'

type Asking = Pick<Ctx<typeof subscription.billing>, 'services' | 'request' | 'refuse'>

/** Asks the back office, which may not know the agency. */
export function ask<T>(ctx: Asking, question: (backOffice: BackOffice) => Promise<T>): Promise<T> {
  return askProvider(ctx, async () => {
    try {
      return await question(ctx.services.backOffice)
    } catch (error) {
      throw error instanceof ProviderError && error.kind === 'notFound' ? ctx.refuse('notFound') : error
    }
  })
}
