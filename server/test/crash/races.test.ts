import { expect, test } from 'vitest'
import { runRaces } from './races.ts'

test('twelve at once over two server processes: one wins, nothing is lost, nothing is done twice', {
  timeout: 300_000,
}, async () => {
  const reports = await runRaces({ rounds: 5 })
  expect(reports.flatMap(({ faults }) => faults)).toEqual([])
  expect(reports.map(({ rounds }) => rounds)).toEqual(Array(9).fill(5))
})
