import { expect, test } from 'vitest'
import { nodeRounds } from './node-rounds.ts'

test('of two processes one dies in the middle of everything, then the other: nothing is lost, and both say the same', {
  timeout: 600_000,
}, async () => {
  const report = await nodeRounds({ kills: 2, everyMs: 0, isThroughNginx: false })
  expect(report).toMatchObject({ kills: 2, commands: 8, faults: [] })
  expect(report.acknowledged).toBeGreaterThanOrEqual(40)
  expect(report.repeated).toBeGreaterThan(0)
})
