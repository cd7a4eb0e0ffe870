import type { esignature } from '@agency-support/contract/modules/esignature'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { groupView } from './view.ts'

/** A group at Formstack, read live. */
export const group: Handler<typeof esignature.group> = async ({ groupId }, ctx) => {
  const found = await askProvider(ctx, () => ctx.services.formstack.getGroup(groupId))
  if (found === null) throw ctx.refuse('noGroup')
  return groupView(found)
}
