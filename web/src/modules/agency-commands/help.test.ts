import { commandStates } from '@agency-support/contract/rules/agency-commands'
import { expect, test } from 'vitest'
import { agencyCommandHelp } from './help.ts'

test('the states that topic 1003 speaks of are called as in the queue', () => {
  const named = agencyCommandHelp[1003].steps.flatMap(
    ([seen]) => /^A command (?:stays )?(\w+)$/.exec(seen)?.[1] ?? [],
  )
  expect(named).toHaveLength(2)
  const labels = commandStates.map(({ label }) => label)
  for (const state of named) expect(labels).toContain(state)
})
