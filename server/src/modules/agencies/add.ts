import type { agencies } from '@agency-support/contract/modules/agencies'
import { foldText } from '@agency-support/contract/rules/search'
import type { Handler } from '../../calls/context.ts'
import { insertAgency } from './store.ts'
import { configView } from './view.ts'

/** Creates an agency; refuses an id that is taken. */
export const add: Handler<typeof agencies.add> = async ({ agency }, ctx) => {
  const { agencyId, agencyName, projectedClients, projectedUsers, isOnline } = agency
  const created = await insertAgency(ctx.tx, { ...agency, nameFolded: foldText(agencyName) })
  if (created === undefined) throw ctx.refuse('exists')
  await ctx.append({
    event: 'agencies.added',
    agencyId,
    after: { name: agencyName, projectedClients, projectedUsers, isOnline },
  })
  return configView(created)
}
