import { type AgencyConfig, regionNames } from '@agency-support/contract/modules/agencies'
import type { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import { onboardingStatuses, systems } from '@agency-support/contract/rules/agency-facts'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import { toAgencyType } from '@agency-support/contract/rules/seats'

export type Details = Pick<AgencyConfig, keyof AgencyDetails>
export type DetailName = keyof Details

/** Field values: text, and a checkbox per system. */
export interface DetailValues {
  pool: string
  region: string
  type: string
  onboarding: string
  search: boolean
  texting: boolean
  vendor: boolean
}

export const detailFields = ['pool', 'region', 'type', 'onboarding', 'search', 'texting', 'vendor'] as const

/** The agency's details as field values. */
export function toValues({ poolId, regionId, agencyType, onboardingStatus, domains }: Details): DetailValues {
  const uses = (domain: number) => (domains & domain) !== 0
  return {
    pool: String(poolId),
    region: String(regionId),
    type: String(agencyType),
    onboarding: String(onboardingStatus),
    search: uses(AgencyDomain.search),
    texting: uses(AgencyDomain.texting),
    vendor: uses(AgencyDomain.vendor),
  }
}

function toDetails(values: DetailValues): Details {
  return {
    poolId: Number(values.pool),
    regionId: Number(values.region),
    agencyType: Number(values.type),
    onboardingStatus: Number(values.onboarding),
    domains: systems.reduce((sum, [name]) => sum + (values[name] ? AgencyDomain[name] : 0), 0),
  }
}

/** What the call is sent: the fields that differ from `current`, and what the person has `seen` in them. */
export function toChange(values: DetailValues, { current, seen }: Record<'current' | 'seen', Details>) {
  const to = toDetails(values)
  const changed = (Object.keys(to) as DetailName[]).filter((name) => to[name] !== current[name])
  const pick = (details: Details): AgencyDetails =>
    Object.fromEntries(changed.map((name) => [name, details[name]]))
  // A box that nobody touched here follows a change made elsewhere, so that none of the domains is overwritten.
  return { to: pick(to), from: pick({ ...seen, domains: current.domains }) }
}

const shown: Readonly<Record<Exclude<DetailName, 'domains'>, (details: Details) => string>> = {
  poolId: ({ poolId }) => `Pool is ${poolId}`,
  regionId: ({ regionId }) => `Region is ${regionNames[regionId] ?? regionId}`,
  agencyType: ({ agencyType }) => `Agency type is ${toAgencyType(agencyType).name}`,
  onboardingStatus: ({ onboardingStatus: status }) =>
    `Onboarding is ${onboardingStatuses.find(({ id }) => id === status)?.name ?? status}`,
}

/** What stands now in the fields that were sent and that somebody else changed, and how to replace it; empty for none. */
export function newerSentence(
  { to, from }: Readonly<Record<'to' | 'from', AgencyDetails>>,
  current: Details,
): string {
  const newer = (Object.keys(shown) as (keyof typeof shown)[]).filter(
    (name) => to[name] !== undefined && from[name] !== current[name],
  )
  const now = newer.map((name) => shown[name](current)).join(', ')
  return now === '' ? '' : `${now} now. Save again to replace it.`
}
