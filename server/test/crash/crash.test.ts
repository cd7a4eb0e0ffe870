import { expect, test } from 'vitest'
import { crashRounds } from './rounds.ts'

test('five times killed in the middle of five hundred changes, nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const report = await crashRounds({ rounds: 5, changes: 500 })
  expect(report).toMatchObject({ rounds: 5, losses: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(500)
  // What reaches beyond the database is among them.
  expect(report.byEvent['agencyFiles.received']).toBeGreaterThan(15)
  expect(report.byEvent['email.purged']).toBeGreaterThan(15)
})
