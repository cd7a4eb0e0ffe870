import { expect, test } from 'vitest'
import { databaseRounds } from './database-rounds.ts'

test('a database that is stopped and killed under load costs no acknowledged change and no server process', {
  timeout: 300_000,
}, async () => {
  const report = await databaseRounds({ restarts: 2 })
  expect(report).toMatchObject({ restarts: 2, losses: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(60)
  expect(report.refused).toBeGreaterThan(0)
})
