import { agencyCommandChoices } from '@agency-support/contract/rules/agency-commands'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agencySearch } from '../../agency/agency-address.ts'
import { chooseCommand, emptyInput, readFilled } from './form-rules.ts'

test.each([
  [
    { command: 'sync', argument: '12345678 87654321' },
    { command: 'sync', argument: '12345678,87654321' },
  ],
  [
    { command: 'log', argument: 'all' },
    { command: 'log', argument: 'all' },
  ],
  [
    { command: 'log', argument: '../secret' },
    { command: 'log', argument: 'all' },
  ],
  [
    { command: 'log', argument: '' },
    { command: 'log', argument: '' },
  ],
  [
    { command: 'count', argument: '12345678' },
    { command: 'count', argument: '' },
  ],
  [{ command: 'format', argument: 'c:' }, emptyInput],
  [{ command: 7, argument: 7 }, emptyInput],
  [{}, emptyInput],
])('a link with %o fills the form with %o', (search, input) => {
  expect(readFilled(agencySearch(search))).toEqual(input)
})

test('[CMD-TAB-08] changing the command clears client ids and log selection, choosing the same keeps them', () => {
  const names = fc.constantFrom(...agencyCommandChoices.map(({ value }) => value))
  fc.assert(
    fc.property(fc.option(names), fc.string(), names, (before, argument, command) => {
      const kept = before === command ? argument : ''
      expect(chooseCommand({ command: before, argument }, command)).toEqual({ command, argument: kept })
    }),
  )
})
