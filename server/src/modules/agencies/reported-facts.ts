import {
  allDomains,
  isOnboardingStatus,
  maxAgencyType,
  parseTimeZone,
} from '@agency-support/contract/rules/agency-facts'
import { isPlainText } from '@agency-support/contract/rules/new-agency'
import { z } from 'zod'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Values } from '../../journal/append.ts'
import { type FactRow, findAgency, setFacts } from './store.ts'

const maxVersion = 60

// Each is judged by itself: what has another shape is left as it is.
const Facts = z.object({
  agencyType: z.int().min(0).max(maxAgencyType).optional().catch(undefined),
  domains: z.int().min(0).max(allDomains).optional().catch(undefined),
  onboardingStatus: z.int().refine(isOnboardingStatus).optional().catch(undefined),
  timeZoneId: z.string().transform(parseTimeZone).optional().catch(undefined),
  version: z.string().trim().min(1).max(maxVersion).refine(isPlainText).optional().catch(undefined),
})

const columns = {
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
  timeZoneId: 'time_zone_id',
  version: 'version_display',
} as const satisfies Readonly<Record<keyof z.output<typeof Facts>, keyof FactRow>>

const named = Object.entries(columns) as [keyof typeof columns, keyof FactRow][]

/** Whether an agency's software tells something else of the agency than what is known; asked before a transaction is begun for it. */
export async function areFactsNew(db: ReadDb, agencyId: number, reported: object): Promise<boolean> {
  const row = await findAgency(db, agencyId)
  const told = Facts.parse(reported)
  return named.some(([name, column]) => told[name] !== undefined && told[name] !== row?.[column])
}

/**
 * Keeps what an agency's software told of the agency: type, domains, onboarding, time zone and version. What changed,
 * for the journal row `agencies.factsReported` that the caller appends; undefined when nothing did.
 */
export async function keepReportedFacts(
  tx: Tx,
  agencyId: number,
  reported: object,
  at: Date,
): Promise<{ before: Values; after: Values } | undefined> {
  const told = Facts.parse(reported)
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
