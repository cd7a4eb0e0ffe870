import { expect, test } from 'vitest'
import { memoryRounds } from './memory-rounds.ts'

test('a server with 128 MB for its objects gives the largest answers or refuses them, stays up and loses nothing', {
  timeout: 300_000,
}, async () => {
  const size = { agencies: 5_000, journalRows: 20_000, heapMb: 128, limitMb: 512, logMb: 4 }
  // On a machine that has much else to do the callers themselves are slow to send.
  const arrival = { withinMs: 180_000, checkEveryMs: 5_000 }
  const report = await memoryRounds({ ...size, seconds: 5, settings: { arrival } })
  expect(report.faults).toEqual([])
  expect(report.whole).toBeGreaterThan(0)
  expect(report.sent).toBeGreaterThan(0)
  expect(report.acknowledged).toBeGreaterThan(0)
})
