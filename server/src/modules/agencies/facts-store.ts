import type { AgencyDetails } from '@agency-support/contract/modules/agency-details'
import { liveOnboarding } from '@agency-support/contract/rules/agency-facts'
import { appendActivityEvent } from '../../db/activity-event.ts'
import type { Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'
import type { ChangedBy } from './store.ts'

const factColumns = [
  'agency_type',
  'domains',
  'onboarding_status',
  'time_zone_id',
  'version_display',
  'pool_id',
  'region_id',
] as const satisfies readonly Column<'agency'>[]
type FactColumn = (typeof factColumns)[number]

/** The facts that a person can set too, so that whoever saves over them is told who changed them. */
export const detailColumns = {
  poolId: 'pool_id',
  regionId: 'region_id',
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
} as const satisfies Readonly<Record<keyof AgencyDetails, FactColumn>>

/** Facts that an agency's software reports, or that are set in the console. */
export type FactRow = Row<'agency', FactColumn>

type Before = { [C in keyof FactRow as `before_${C}`]: FactRow[C] }

const listFacts = (get: (column: string) => string): string => factColumns.map(get).join(', ')
const isOneNew = (among: readonly FactColumn[]): string =>
  among.map((column) => `b.${column} <> t.${column}`).join(' or ')
const unlessSame = (column: string, value: string): string =>
  `${column} = case when ${isOneNew(Object.values(detailColumns))} then ${value} else a.${column} end`
const setFactsSql = statement<
  [
    agencyId: number,
    type: number | null,
    domains: number | null,
    onboarding: number | null,
    zone: string | null,
    version: string | null,
    pool: number | null,
    region: number | null,
    by: string | null,
    at: Date,
  ],
  FactRow & Before
>(
  'set_agency_facts',
  `update agency a set ${listFacts((column) => `${column} = coalesce(t.${column}, a.${column})`)}, version = a.version + 1,
  ${unlessSame('details_changed_by', '$9')}, ${unlessSame('details_changed_at', '$10')}
from (select agency_id, ${listFacts((column) => column)} from agency where agency_id = $1 for update) b,
  (values ($2::smallint, $3::integer, $4::integer, $5::text, $6::text, $7::integer, $8::smallint)) as t (${listFacts((column) => column)})
where a.agency_id = b.agency_id
  and (${isOneNew(factColumns)})
returning ${listFacts((column) => `a.${column}, b.${column} as before_${column}`)}`,
)

/**
 * Sets facts; `by` null: the agency's software tells them. Returns them before and after, or undefined if nothing
 * changed. Going online adds an activity event.
 */
export async function setFacts(
  tx: Tx,
  agencyId: number,
  facts: Partial<FactRow>,
  { by, at }: Omit<ChangedBy, 'by'> & { by: string | null },
): Promise<(FactRow & Before) | undefined> {
  const [row] = await query(tx, setFactsSql, [
    agencyId,
    facts.agency_type ?? null,
    facts.domains ?? null,
    facts.onboarding_status ?? null,
    facts.time_zone_id ?? null,
    facts.version_display ?? null,
    facts.pool_id ?? null,
    facts.region_id ?? null,
    by,
    at,
  ])
  if (row === undefined) return undefined
  const change = Number(isLive(row.onboarding_status)) - Number(isLive(row.before_onboarding_status))
  if (change !== 0)
    await appendActivityEvent(tx, { agencyId, category: 'Cloud', change: change > 0 ? 1 : -1, at })
  return row
}

const isLive = (onboarding: number): boolean => onboarding === liveOnboarding
