import type { Judged, LeftOutEntry } from '@agency-support/contract/entries'
import { ReportedFacts } from '@agency-support/contract/modules/agency-file-formats'
import type { z } from 'zod'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Values } from '../../journal/append.ts'
import { type FactRow, setFacts } from './facts-store.ts'
import { findAgency } from './store.ts'

type Facts = Partial<z.output<typeof ReportedFacts>>

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

/** Judges each fact separately: an invalid one leaves the stored value unchanged. */
function judgeFacts(reported: object): { valid: Facts; judged: readonly Judged[] } {
  const values = reported as Record<string, unknown>
  const given = Object.entries(ReportedFacts.shape).filter(
    ([name]) => Object.hasOwn(values, name) && values[name] !== null,
  )
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
