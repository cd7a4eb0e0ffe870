import { expect, test } from 'vitest'
import { crashRounds } from './rounds.ts'

test('ten times killed in the middle of a thousand changes, nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const report = await crashRounds({ rounds: 10, changes: 1_000 })
  expect(report).toMatchObject({ rounds: 10, losses: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(1_000)
  // What reaches beyond the database is among them.
  expect(report.byEvent['agencyFiles.received']).toBeGreaterThan(30)
  expect(report.byEvent['email.purged']).toBeGreaterThan(30)
})
