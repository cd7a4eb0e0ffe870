import { expect, test } from 'vitest'
import { commandTyped } from './tabs.ts'

const sync = commandTyped[0]

test.each([
  ['12345678', 'Sync client 12345678', '12345678'],
  ['12345678 87654321', 'Sync clients 12345678, 87654321', '12345678,87654321'],
  ['12345678, 87654321', 'Sync clients 12345678, 87654321', '12345678,87654321'],
])('sync %s is offered as %s', (rest, label, argument) => {
  expect(sync?.read(rest)).toEqual({
    label,
    query: { command: 'sync', argument },
    focus: '#agency-command button[type="submit"]:enabled',
  })
})

test.each(['1234', 'clients', '12345678,1', ' '])('sync %j is not offered yet', (rest) => {
  expect(sync?.read(rest)).toBeNull()
})
