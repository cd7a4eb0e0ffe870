import type { agencies } from '@agency-support/contract/modules/agencies'
import type { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import type { Handler } from '../../calls/context.ts'
import { type AgencyRow, type FactRow, findAgency, lockAgency, setFacts } from './store.ts'
import { configView } from './view.ts'

const columns = {
  poolId: 'pool_id',
  regionId: 'region_id',
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
} as const satisfies Readonly<Record<keyof AgencyDetails, keyof FactRow>>
const named = Object.entries(columns) as [keyof AgencyDetails, (typeof columns)[keyof AgencyDetails]][]

const pick = (row: AgencyRow, names: readonly (keyof AgencyDetails)[]) =>
  Object.fromEntries(names.map((name) => [name, row[columns[name]]]))

/** Sets details of an agency; equal values change nothing. */
export const updateDetails: Handler<typeof agencies.updateDetails> = async ({ agencyId, to, from }, ctx) => {
  const before = await lockAgency(ctx.tx, agencyId)
  if (before === undefined) throw ctx.refuse('notFound')
  const isOther = (name: keyof AgencyDetails, details: AgencyDetails): boolean =>
    details[name] !== undefined && details[name] !== before[columns[name]]
  const changed = named.map(([name]) => name).filter((name) => isOther(name, to))
  if (changed.length === 0) return configView(before)
  if (from !== undefined && named.some(([name]) => isOther(name, from)))
    throw ctx.refuse('stale', configView(before))
  const facts = Object.fromEntries(named.map(([name, column]) => [column, to[name]]))
  await setFacts(ctx.tx, agencyId, facts, ctx.now)
  const after = (await findAgency(ctx.tx, agencyId)) ?? before
  await ctx.append({
    event: 'agencies.detailsChanged',
    agencyId,
    before: pick(before, changed),
    after: pick(after, changed),
  })
  return configView(after)
}
