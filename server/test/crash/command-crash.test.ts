import { expect, test } from 'vitest'
import { commandCrashRounds } from './command-rounds.ts'

test('five times something is killed while commands are carried out: none is lost, none is run twice', {
  timeout: 300_000,
}, async () => {
  const report = await commandCrashRounds({ rounds: 5 })
  expect(report).toMatchObject({ rounds: 5, commands: 60, losses: [] })
})
