import { expect, test } from 'vitest'
import { commandCrashRounds } from './command-rounds.ts'

test('ten times something is killed while commands are carried out: none is lost, none is run twice', {
  timeout: 300_000,
}, async () => {
  const report = await commandCrashRounds({ rounds: 10 })
  expect(report).toMatchObject({ rounds: 10, commands: 120, losses: [] })
})
