import {
  allDomains,
  isOnboardingStatus,
  maxAgencyType,
  parseTimeZone,
} from '@agency-support/contract/rules/agency-facts'
import { z } from 'zod'
import type { Tx } from '../../db/open.ts'
import type { Values } from '../../journal/append.ts'
import { type FactRow, setFacts } from './store.ts'

// Each is judged by itself: what has another shape is left as it is.
const Facts = z.object({
  agencyType: z.int().min(0).max(maxAgencyType).optional().catch(undefined),
  domains: z.int().min(0).max(allDomains).optional().catch(undefined),
  onboardingStatus: z.int().refine(isOnboardingStatus).optional().catch(undefined),
  timeZoneId: z.string().transform(parseTimeZone).optional().catch(undefined),
})

const columns = {
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
  timeZoneId: 'time_zone_id',
} as const satisfies Readonly<Record<keyof z.output<typeof Facts>, keyof FactRow>>

/**
 * Keeps what an agency's software told of the agency: type, domains, onboarding and time zone. What changed, for the
 * journal row `agencies.factsReported` that the caller appends; undefined when nothing did.
 */
export async function keepReportedFacts(
  tx: Tx,
  agencyId: number,
  reported: object,
  at: Date,
): Promise<{ before: Values; after: Values } | undefined> {
  const told = Facts.parse(reported)
  const named = Object.entries(columns) as [keyof typeof columns, keyof FactRow][]
  const row = await setFacts(
    tx,
    agencyId,
    Object.fromEntries(named.map(([name, column]) => [column, told[name]])),
    at,
  )
  if (row === undefined) return undefined
  const changed = named.filter(([, column]) => row[column] !== row[`before_${column}`])
  return {
    before: Object.fromEntries(changed.map(([name, column]) => [name, row[`before_${column}`]])),
    after: Object.fromEntries(changed.map(([name, column]) => [name, row[column]])),
  }
}
