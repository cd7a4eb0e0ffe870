import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgencyHealth } from '../modules/health.ts'
import { ageText, agoText, healthLimits, inText, judgeHealth, type Level } from './health.ts'

const now = '2026-11-20T12:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()

const well: AgencyHealth = {
  agencyId: 6938,
  checkedAt: now,
  syncErrors: 0,
  syncErrorsAt: ago(180),
  tokenAt: ago(12),
  lastSeenAt: ago(1),
  queued: 0,
  oldestQueuedAt: null,
  searchDifference: 0,
  textingDifference: 0,
}
const judged = (facts: Partial<AgencyHealth>, fact: string) =>
  judgeHealth({ ...well, ...facts }).judgements.find((one) => one.fact === fact)

test('an agency whose facts are all normal is healthy, and says each of them', () => {
  const { level, judgements } = judgeHealth(well)
  expect(level).toBe('ok')
  expect(judgements.map(({ label }) => label)).toEqual([
    'Sync errors 0, 3 h ago',
    'Token 12 min',
    'Seen 1 min ago',
    'Queue 0',
    'Search 0',
    'Texting 0',
  ])
})

test('a token is normal up to 15 minutes, unusual up to 60, bad from then on, and missing without a file', () => {
  const level = (minutes: number) => judged({ tokenAt: ago(minutes) }, 'token')?.level
  expect([15, 15.01, 60, 60.01].map(level)).toEqual(['ok', 'warn', 'warn', 'bad'])
  expect(judged({ tokenAt: ago(72) }, 'token')).toEqual({
    fact: 'token',
    level: 'bad',
    label: 'Token 72 min',
    reason: 'The token was renewed 72 min ago; over 60 min is bad.',
    tab: 'files',
  })
  const reason = (minutes: number) => judged({ tokenAt: ago(minutes) }, 'token')?.reason
  expect(reason(15)).toBe('The token was renewed 15 min ago; up to 15 min is normal.')
  expect(reason(15.5)).toBe('The token was renewed 15 min ago; over 15 min is unusual.')
  expect(judged({ tokenAt: null }, 'token')).toMatchObject({ level: 'warn', label: 'No token', tab: 'files' })
})

test('[TRUTH-15] each sync error counts, a hundred are bad, and the time at which they were reported is said', () => {
  expect(judged({ syncErrors: 1 }, 'errors')).toMatchObject({
    level: 'warn',
    label: 'Sync errors 1, 3 h ago',
    reason: "1 client failed to convert or sync. The agency's software reported this 3 h ago.",
    at: ago(180),
    tab: 'files',
  })
  expect(judged({ syncErrors: 100 }, 'errors')).toMatchObject({
    level: 'bad',
    label: 'Sync errors 100, 3 h ago',
    reason:
      "100 clients failed to convert or sync; over 99 is bad. The agency's software reported this 3 h ago.",
  })
  expect(judged({}, 'errors')?.reason).toBe(
    "No client failed to convert or sync. The agency's software reported this 3 h ago.",
  )
  expect(judged({ syncErrorsAt: null }, 'errors')).toMatchObject({
    level: 'ok',
    label: 'Sync errors never reported',
    reason: "The agency's software has never reported whether clients failed to convert or sync.",
    tab: 'files',
  })
  expect(judged({ syncErrors: 2, syncErrorsAt: null }, 'errors')).toMatchObject({
    level: 'warn',
    label: 'Sync errors 2',
    reason: '2 clients failed to convert or sync. When it was reported is not known.',
  })
})

test('[TRUTH-16] software that is silent, or was never heard, and commands that wait long are reported', () => {
  const seen = (minutes: number) => judged({ lastSeenAt: ago(minutes) }, 'seen')?.level
  expect([5, 6, 60, 61].map(seen)).toEqual(['ok', 'warn', 'warn', 'bad'])
  expect(judged({ lastSeenAt: null }, 'seen')).toMatchObject({
    level: 'warn',
    label: 'Never seen',
    tab: 'command',
  })
  expect(judged({}, 'seen')?.tab).toBe('command')
  expect(judged({}, 'seen')?.reason).toMatch(/ last asked for its commands or sent a heartbeat 1 min ago; /)
  const queue = (minutes: number) => judged({ queued: 2, oldestQueuedAt: ago(minutes) }, 'queue')?.level
  expect([5, 6, 61].map(queue)).toEqual(['ok', 'warn', 'bad'])
  const long = (queued: number) => judged({ queued, oldestQueuedAt: ago(1) }, 'queue')
  expect([10, 11, 51].map((queued) => long(queued)?.level)).toEqual(['ok', 'warn', 'bad'])
  expect([1, 10, 11, 51].map((queued) => long(queued)?.reason)).toEqual([
    'The oldest of 1 waiting command was queued 1 min ago; up to 5 min is normal.',
    'The oldest of 10 waiting commands was queued 1 min ago; up to 5 min is normal.',
    'The oldest of 11 waiting commands was queued 1 min ago; up to 5 min is normal. More than 10 are unusually many.',
    'The oldest of 51 waiting commands was queued 1 min ago; up to 5 min is normal. More than 50 waiting commands are bad.',
  ])
  expect(long(1)?.tab).toBe('command')
  const nothing = { fact: 'queue', level: 'ok', reason: 'No command waits.', tab: 'command' }
  expect(judged({ queued: 0, oldestQueuedAt: ago(90) }, 'queue')).toEqual({ ...nothing, label: 'Queue 0' })
  expect(judged({ queued: 1, oldestQueuedAt: null }, 'queue')).toEqual({ ...nothing, label: 'Queue 1' })
})

test('[TRUTH-16] stores that hold another number of clients than Data Sync are reported with their sign; unknown ones are left out', () => {
  expect(judged({ searchDifference: -8 }, 'search')).toMatchObject({
    level: 'warn',
    label: 'Search −8',
    reason: 'Search holds 8 clients fewer than Data Sync.',
    tab: 'productsummary',
  })
  expect(judged({ textingDifference: 1 }, 'texting')).toMatchObject({
    label: 'Texting +1',
    reason: 'Texting holds 1 client more than Data Sync.',
  })
  expect(judged({}, 'search')?.reason).toBe('Search holds as many clients as Data Sync.')
  expect(judged({ textingDifference: null }, 'texting')).toBeUndefined()
})

test('ages are reported in minutes, then hours, then days', () => {
  expect([0, 0.9, 119.9, 120, 47.9 * 60, 48 * 60].map(ageText)).toEqual([
    '0 min',
    '0 min',
    '119 min',
    '2 h',
    '47 h',
    '2 d',
  ])
  expect([0, 0.9, 1.5, 120].map(agoText)).toEqual(['just now', 'just now', '1 min ago', '2 h ago'])
  expect(judged({ lastSeenAt: ago(0) }, 'seen')?.label).toBe('Seen just now')
})

test('what is left is told in the same units, and never as more than it is', () => {
  expect([0.9, 115, 479.9].map(inText)).toEqual(['in under 1 min', 'in 115 min', 'in 7 h'])
})

const count = fc.nat({ max: 500 })
const instant = fc.integer({ min: -100, max: 10_000 }).map(ago)
const difference = fc.option(fc.integer({ min: -500, max: 500 }))
const facts: fc.Arbitrary<AgencyHealth> = fc
  .record({
    syncErrors: count,
    syncErrorsAt: fc.option(instant),
    tokenAt: fc.option(instant),
    lastSeenAt: fc.option(instant),
    oldestQueuedAt: fc.option(instant),
    queued: count,
    searchDifference: difference,
    textingDifference: difference,
  })
  .map((given) => ({ ...well, ...given }))

const rank: Record<Level, number> = { ok: 0, warn: 1, bad: 2 }

test('the verdict is the worst of its facts, the worst stand first, and each has its words', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { level, judgements } = judgeHealth(given)
      const ranks = judgements.map((one) => rank[one.level])
      expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
      expect(rank[level]).toBe(Math.max(...ranks))
      expect(new Set(judgements.map(({ fact }) => fact)).size).toBe(judgements.length)
      for (const { label, reason } of judgements) {
        expect(label).toMatch(/^[A-Z].*\w/)
        expect(reason).toMatch(/^[A-Z\d].*\.$/)
        expect(reason + label).not.toMatch(/NaN|undefined|null|-\d/)
      }
    }),
  )
})

test('a fact that gets worse never improves the verdict', () => {
  fc.assert(
    fc.property(facts, fc.nat({ max: 500 }), (given, more) => {
      const { level } = judgeHealth(given)
      const worse = [
        { ...given, syncErrors: given.syncErrors + more },
        ...(given.tokenAt === null ? [] : [{ ...given, tokenAt: older(given.tokenAt, more) }]),
        ...(given.lastSeenAt === null ? [] : [{ ...given, lastSeenAt: older(given.lastSeenAt, more) }]),
      ]
      for (const one of worse) expect(rank[judgeHealth(one).level]).toBeGreaterThanOrEqual(rank[level])
    }),
  )
})

const older = (at: string, minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()

test('the limits lie in order', () => {
  for (const { warn, bad } of Object.values(healthLimits)) expect(warn).toBeLessThan(bad)
})
