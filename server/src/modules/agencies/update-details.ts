import type { agencies } from '@agency-support/contract/modules/agencies'
import type { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import type { Handler } from '../../calls/context.ts'
import { detailColumns, setFacts } from './facts-store.ts'
import { type AgencyRow, findAgency, lockAgency } from './store.ts'
import { lastDetailsBy } from './stale.ts'
import { configView } from './view.ts'

const named = Object.entries(detailColumns) as [
  keyof AgencyDetails,
  (typeof detailColumns)[keyof AgencyDetails],
][]

const pick = (row: AgencyRow, names: readonly (keyof AgencyDetails)[]) =>
  Object.fromEntries(names.map((name) => [name, row[detailColumns[name]]]))

/** Sets details of an agency; equal values change nothing. */
export const updateDetails: Handler<typeof agencies.updateDetails> = async ({ agencyId, to, from }, ctx) => {
  const before = await lockAgency(ctx.tx, agencyId)
  if (before === undefined) throw ctx.refuse('notFound')
  const isOther = (name: keyof AgencyDetails, details: AgencyDetails): boolean =>
    details[name] !== undefined && details[name] !== before[detailColumns[name]]
  const changed = named.map(([name]) => name).filter((name) => isOther(name, to))
  if (changed.length === 0) return configView(before)
  if (from !== undefined && named.some(([name]) => isOther(name, from)))
    throw ctx.refuse('stale', { ...(await lastDetailsBy(ctx.tx, agencyId)), current: configView(before) })
  const facts = Object.fromEntries(named.map(([name, column]) => [column, to[name]]))
  await setFacts(ctx.tx, agencyId, facts, { by: ctx.session.username, at: ctx.now })
  const after = (await findAgency(ctx.tx, agencyId)) ?? before
  await ctx.append({
    event: 'agencies.detailsChanged',
    agencyId,
    before: pick(before, changed),
    after: pick(after, changed),
  })
  return configView(after)
}
