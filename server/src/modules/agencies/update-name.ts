import type { agencies } from '@agency-support/contract/modules/agencies'
import { foldText } from '@agency-support/contract/rules/search'
import type { Handler } from '../../calls/context.ts'
import { lockAgency, renameAgency } from './store.ts'
import { staleBy } from './stale.ts'
import { configView } from './view.ts'

/** Renames an agency; the same name changes nothing. */
export const updateName: Handler<typeof agencies.updateName> = async ({ agencyId, name, version }, ctx) => {
  const renamed = await renameAgency(ctx.tx, {
    agencyId,
    name,
    nameFolded: foldText(name),
    version,
    by: ctx.session.username,
    at: ctx.now,
  })
  if (renamed !== undefined) {
    await ctx.append({
      event: 'agencies.renamed',
      agencyId,
      before: { name: renamed.before },
      after: { name: renamed.name },
    })
    return configView(renamed)
  }
  const current = await lockAgency(ctx.tx, agencyId)
  if (current === undefined) throw ctx.refuse('notFound')
  if (current.name === name) return configView(current)
  // The value equalled ours for a moment but changed before the lock; without a version the last change wins.
  if (version === undefined) return updateName({ agencyId, name, version }, ctx)
  const by = await staleBy(ctx.tx, current, 'name')
  throw ctx.refuse('stale', { ...by, current: current.name, yours: name })
}
