import { readRepository } from '../repository.ts'

const path = 'scripts/audit-exceptions.json'
const maxDays = 90
const dayMs = 24 * 60 * 60 * 1_000
const minReason = 40

/** A known vulnerability that is accepted until a date, for a reason. */
export interface AuditException {
  /** Its id in the GitHub Advisory Database, `GHSA-xxxx-xxxx-xxxx`. */
  advisory: string
  package: string
  /** The last day on which it is valid, in UTC. */
  until: string
  /** Why it cannot be fixed yet, and why it does no harm here meanwhile. */
  reason: string
}

type Given = Partial<Record<keyof AuditException, unknown>>

/** Problems of the exceptions on a given day, as sentences; none may have expired or be valid for more than 90 days. */
export function findExceptionProblems(text: string, now: Date): string[] {
  const list: Given[] = JSON.parse(text)
  return list.flatMap((given, index) => {
    const about = `${path}: exception ${index + 1}`
    return [...findShapeProblems(given), ...findDayProblems(given, now)].map((what) => `${about} ${what}`)
  })
}

function* findShapeProblems({ advisory, package: name, reason }: Given): Generator<string> {
  if (!/^GHSA(-[0-9a-z]{4}){3}$/.test(String(advisory))) yield 'has no advisory such as GHSA-xxxx-xxxx-xxxx'
  if (typeof name !== 'string' || name === '') yield 'names no package'
  if (typeof reason !== 'string' || reason.trim().length < minReason)
    yield 'must give the reason why it cannot be fixed and does no harm here'
}

function* findDayProblems({ advisory, until }: Given, now: Date): Generator<string> {
  const day = typeof until === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(until) ? Date.parse(until) : Number.NaN
  if (Number.isNaN(day)) {
    yield 'has no day `until` such as 2026-12-31'
    return
  }
  const daysLeft = (day - now.getTime()) / dayMs
  if (daysLeft <= -1)
    yield `(${String(advisory)}) ended on ${String(until)}; fix the vulnerability, or give a new reason and date`
  if (daysLeft > maxDays)
    yield `(${String(advisory)}) holds until ${String(until)}; ${maxDays} days ahead is the most`
}

/** The exceptions valid on a given day. Throws if {@link findExceptionProblems} reports any. */
export function parseExceptions(text: string, now: Date): readonly AuditException[] {
  const problems = findExceptionProblems(text, now)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const list: AuditException[] = JSON.parse(text)
  return list
}

/** The text of this repository's exceptions file. */
export function readOwnExceptions(): string {
  return readRepository(/^scripts\/audit-exceptions\.json$/).get(path) ?? '[]'
}

/** Problems of this repository's own exceptions today. */
export function findOwnExceptionProblems(): string[] {
  return findExceptionProblems(readOwnExceptions(), new Date())
}
