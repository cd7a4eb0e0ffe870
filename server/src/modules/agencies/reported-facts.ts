import {
  allDomains,
  isOnboardingStatus,
  maxAgencyType,
  parseTimeZone,
} from '@agency-support/contract/rules/agency-facts'
import { isPlainText } from '@agency-support/contract/rules/hidden-characters'
import type { Judged, LeftOutEntry } from '@agency-support/contract/entries'
import { z } from 'zod'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Values } from '../../journal/append.ts'
import { type FactRow, findAgency, setFacts } from './store.ts'

const maxVersion = 60

// Each fact is judged separately: an invalid one leaves the stored value unchanged.
const facts = {
  agencyType: z.int().min(0).max(maxAgencyType),
  domains: z.int().min(0).max(allDomains),
  onboardingStatus: z.int().refine(isOnboardingStatus),
  timeZoneId: z.string().transform((name, ctx) => {
    const zone = parseTimeZone(name)
    if (zone === undefined) ctx.addIssue({ code: 'custom', message: 'not a time zone' })
    return zone ?? ''
  }),
  version: z.string().trim().min(1).max(maxVersion).refine(isPlainText),
} as const
type Facts = { [K in keyof typeof facts]?: z.output<(typeof facts)[K]> }

const columns = {
  agencyType: 'agency_type',
  domains: 'domains',
  onboardingStatus: 'onboarding_status',
  timeZoneId: 'time_zone_id',
  version: 'version_display',
} as const satisfies Readonly<Record<keyof Facts, keyof FactRow>>

const named = Object.entries(columns) as [keyof typeof columns, keyof FactRow][]

/** Whether reported facts differ from the stored ones; checked first, to save a transaction if nothing changed. */
export async function areFactsNew(db: ReadDb, agencyId: number, reported: object): Promise<boolean> {
  const row = await findAgency(db, agencyId)
  const { valid } = judgeFacts(reported)
  return named.some(([name, column]) => valid[name] !== undefined && valid[name] !== row?.[column])
}

/**
 * Saves facts that an agency's software reported: type, domains, onboarding, time zone and version. Returns the changes
 * for the journal row `agencies.factsReported` that the caller appends (undefined if nothing changed), and what was
 * ignored as invalid.
 */
export async function keepReportedFacts(
  tx: Tx,
  agencyId: number,
  reported: object,
  at: Date,
): Promise<{ changed: { before: Values; after: Values } | undefined; judged: readonly Judged[] }> {
  const { valid, judged } = judgeFacts(reported)
  const row = await setFacts(
    tx,
    agencyId,
    Object.fromEntries(named.map(([name, column]) => [column, valid[name]])),
    { by: null, at },
  )
  if (row === undefined) return { changed: undefined, judged }
  const changed = named.filter(([, column]) => row[column] !== row[`before_${column}`])
  return {
    changed: {
      before: Object.fromEntries(changed.map(([name, column]) => [name, row[`before_${column}`]])),
      after: Object.fromEntries(changed.map(([name, column]) => [name, row[column]])),
    },
    judged,
  }
}

function judgeFacts(reported: object): { valid: Facts; judged: readonly Judged[] } {
  const values = reported as Record<string, unknown>
  const given = Object.entries(facts).filter(([name]) => Object.hasOwn(values, name) && values[name] !== null)
  const valid: Record<string, unknown> = {}
  const leftOut: (LeftOutEntry & { value: unknown })[] = []
  for (const [at, [name, shape]] of given.entries()) {
    const value = values[name]
    const result = shape.safeParse(value)
    if (result.success) valid[name] = result.data
    else leftOut.push({ list: 'facts', entry: at + 1, problem: toProblem(name, value), value })
  }
  const taken = Object.values(valid)
  return {
    valid,
    judged: leftOut.length === 0 ? [] : [{ noun: 'facts', given: given.length, taken, leftOut }],
  }
}

function toProblem(name: string, value: unknown): string {
  return typeof value === 'number' ? `${name} ${value} is not known` : `${name} is not one that is known`
}
