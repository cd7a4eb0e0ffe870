import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../entry.ts'

/** Sources mutated together, and the tests that should kill the mutants. */
export interface Target {
  /** Files or patterns, relative to the repository root. */
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Excluded from `tests`. */
  readonly withoutTests?: readonly string[]
  /** Minimum percentage of mutants that the tests must kill. */
  readonly goal: number
}

const module = (name: string, ...more: readonly string[]): Target => ({
  mutate: [`server/src/modules/${name}/**/*.ts`],
  tests: [`server/src/modules/${name}/**/*.test.ts`, ...more],
  goal: 90,
})

/** Named targets; any other path is mutated with the tests next to and below it. */
export const targets: Readonly<Record<string, Target>> = {
  rules: { mutate: ['contract/src/rules/*.ts'], tests: ['contract/src/**/*.test.ts'], goal: 90 },
  permissions: {
    mutate: ['contract/src/permissions.ts', 'contract/src/rules/staff.ts'],
    tests: ['contract/src/permissions.test.ts', 'contract/src/rules/staff.test.ts'],
    goal: 90,
  },
  exports: {
    mutate: ['contract/src/rules/csv.ts', 'contract/src/rules/csv-file.ts'],
    tests: ['contract/src/rules/csv.test.ts', 'contract/src/rules/csv-file.test.ts'],
    goal: 90,
  },
  reports: module('reports'),
  // The reports, the marks of billing and verbs of the command line use its stores.
  marketplace: {
    mutate: ['server/src/modules/marketplace/**/*.ts'],
    tests: [
      'server/src/modules/{marketplace,marketplace-agency,reports}/**/*.test.ts',
      'server/src/modules/esignature/set-processed.calls.test.ts',
      'server/src/cli/{grow,marketplace,reports}.test.ts',
    ],
    goal: 80,
  },
  idempotency: {
    mutate: ['server/src/calls/idempotency.ts'],
    tests: ['server/src/calls/{idempotency,call-features,run-call}.test.ts'],
    goal: 90,
  },
  lockout: {
    mutate: ['server/src/modules/session/attempts.ts', 'server/src/modules/session/attempts-store.ts'],
    tests: [
      'server/src/modules/session/*.test.ts',
      'server/src/modules/second-factor/step-up.calls.test.ts',
      'server/src/modules/staff/accounts.test.ts',
    ],
    goal: 90,
  },
  // Who asks: sessions, cookies, agencies' keys, passwords and the proofs of other servers.
  auth: {
    mutate: ['server/src/auth/**/*.ts'],
    tests: [
      'server/src/auth/**/*.test.ts',
      'server/src/modules/session/*.test.ts',
      'server/src/modules/agency-keys/*.test.ts',
      'server/src/modules/staff/accounts.test.ts',
      'server/src/calls/forward.calls.test.ts',
    ],
    goal: 90,
  },
  // A silent database is proved where requests are answered, a replica and tracing where they are used.
  'server/src/db': {
    mutate: ['server/src/db/**/*.ts'],
    tests: [
      'server/src/db/**/*.test.ts',
      'server/src/http/database-{away,silent}.test.ts',
      'server/src/cli/replica.calls.test.ts',
      'server/src/lib/tracing.calls.test.ts',
    ],
    goal: 80,
  },
  // With the calls that go ways of their own. A mutant that survives waits for every test: not for ten thousand
  // requests, nor for nginx.
  'server/src/http': {
    mutate: ['server/src/http/**/*.ts'],
    tests: [
      'server/src/http/**/*.test.ts',
      'server/src/calls/{forward,heavy}.calls.test.ts',
      'server/src/modules/marketplace/logo.calls.test.ts',
      'server/src/modules/{agency-users/webhook,texting/webhooks}.calls.test.ts',
    ],
    withoutTests: [
      'server/src/http/{authorisation-matrix,database-away,database-silent,deployment,nginx,sweep,sweep-rubbish}.test.ts',
    ],
    goal: 80,
  },
  // Sign-in includes the second factor.
  session: module(
    'session',
    'server/src/auth/**/*.test.ts',
    'server/src/modules/second-factor/{passkeys,totp}.calls.test.ts',
  ),
  'second-factor': module('second-factor'),
  // Fetching, leases, results and expiry; queueing commands is separate.
  leases: {
    mutate: [
      'server/src/modules/agency-commands/{acknowledge,claim,command-state,ended,expiry,finish,progress}.ts',
    ],
    tests: [
      'server/src/modules/agency-commands/{command-state,expiry}.test.ts',
      'server/src/modules/agency-commands/{claim,command-journal,command-state,command-upload,vocabulary}.calls.test.ts',
    ],
    goal: 90,
  },
  journal: {
    mutate: ['server/src/journal/*.ts'],
    tests: ['server/src/journal/*.test.ts'],
    // Proves that other code never reads the journal, and is slow.
    withoutTests: ['server/src/journal/decisions.calls.test.ts'],
    goal: 90,
  },
  // What reads it: an agency's history, the search and the export.
  'journal-reads': module('journal'),
}

/** The name of the sources of the server whose own test needs neither a server nor a database. */
export const serverLogic = 'server-logic'

/** By their own names and those of the helpers that start them. */
const startsOne =
  /\b(?:(?:test|use|madeUp|texting|useTexting)(?:Server|Database)|useEsignature|runProgram|spawn(?:Sync)?)\(/

/** Whether a test starts a server, a database or a program, which takes far longer than the rest of it. */
export const startsServer = (text: string): boolean => startsOne.test(text)

/** They are tried together, in minutes: each of their modules would be tried with servers. */
function findServerLogic(paths: readonly string[]): Target {
  const tests = paths.filter(
    (path) =>
      /^server\/src\/.*\.test\.ts$/.test(path) &&
      paths.includes(toSource(path)) &&
      !startsServer(readFileSync(join(root, path), 'utf8')),
  )
  return { mutate: tests.map(toSource), tests, goal: 80 }
}

const toSource = (test: string): string => test.replace(/\.test\.ts$/, '.ts')

/** The target of a name or path; undefined if no source is there. */
export function findTarget(asked: string, paths: readonly string[]): Target | undefined {
  const named = targets[asked]
  if (named !== undefined) return named
  if (asked === serverLogic) return findServerLogic(paths)
  const path = asked.replace(/\/$/, '')
  const goal = path.startsWith('web/') ? 70 : path.startsWith('contract/src/rules') ? 90 : 80
  if (paths.includes(path)) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    return { mutate: [path], tests: [`${folder}/**/*.test.{ts,tsx}`], goal }
  }
  if (!paths.some((one) => one.startsWith(`${path}/`))) return undefined
  // The console's logic: what a screen draws is for browser tests, which take too long for a mutant each.
  if (path.startsWith('web/'))
    return { mutate: [`${path}/**/*.ts`], tests: ['web/src/**/*.test.{ts,tsx}'], goal }
  return { mutate: [`${path}/**/*.{ts,tsx}`], tests: [`${path}/**/*.test.{ts,tsx}`], goal }
}
