import { expect, test } from 'vitest'
import { databaseRounds } from './database-rounds.ts'
import { faultRounds } from './fault-rounds.ts'

test('a database that is stopped and killed under load costs no acknowledged change and no server process', {
  timeout: 300_000,
}, async () => {
  const report = await databaseRounds({ restarts: 2 })
  expect(report).toMatchObject({ restarts: 2, losses: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(60)
  expect(report.refused).toBeGreaterThan(0)
})

test('whatever else befalls the database, callers are told a sentence, changes are taken again, and nothing is lost', {
  timeout: 300_000,
}, async () => {
  const reports = await faultRounds({ rounds: 1, awayMs: 2_000, lastsMs: 200 })
  expect(reports.flatMap(({ faults }) => faults)).toEqual([])
  expect(reports.map(({ refused }) => refused > 0)).toEqual([true, true, true, true, false, false])
})
