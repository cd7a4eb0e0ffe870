import type { subscription } from '@agency-support/contract/modules/subscription'
import { markCut } from '@agency-support/contract/rules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** The date code of an agency, passed on as raw text and never parsed as XML. */
export const dateCode: Handler<typeof subscription.dateCode> = async ({ agencyId }, ctx) => {
  const { text, isCut } = await ask(ctx, (backOffice) => backOffice.license(agencyId))
  return markCut(text, isCut)
}
