import { expect, test } from 'vitest'
import { concerns } from './live.ts'

const renamed = { module: 'agencies', agencyId: 6938, event: 'agencies.renamed' }

test.each([
  ['the agency that changed', ['agencies', 'config', { agencyId: 6938 }], true],
  ['another agency', ['agencies', 'config', { agencyId: 8951 }], false],
  ['a search, which may hold it', ['agencies', 'search', { searchText: 'smith' }], true],
  ['the history of that agency', ['journal', 'agencyHistory', { agencyId: 6938, events: [] }], true],
  ['the history of another', ['journal', 'agencyHistory', { agencyId: 8951 }], false],
  ['the health of that agency', ['health', 'agency', { agencyId: 6938 }], true],
  ['the health of another', ['health', 'agency', { agencyId: 8951 }], false],
  ['another module', ['switches', 'featureSwitches', {}], false],
  ['a query without input', ['agencies', 'timeZones', undefined], true],
])('a change of one agency concerns %s: %j %s', (_name, queryKey, expected) => {
  expect(concerns(renamed, queryKey)).toBe(expected)
})

test('what texting tells of an agency concerns its configuration, but no list of agencies', () => {
  const setUp = { module: 'texting', agencyId: 6938, event: 'texting.reported' }
  expect(concerns(setUp, ['texting', 'agency', { agencyId: 6938 }])).toBe(true)
  expect(concerns(setUp, ['agencies', 'config', { agencyId: 6938 }])).toBe(true)
  expect(concerns(setUp, ['agencies', 'config', { agencyId: 8951 }])).toBe(false)
  expect(concerns(setUp, ['agencies', 'search', { searchText: 'smith' }])).toBe(false)
})

test('a reset of the marketplace concerns the files of its agency', () => {
  const reset = { module: 'marketplace', agencyId: 90_000_000, event: 'marketplace.cloudDataRemoved' }
  expect(concerns(reset, ['agencyFiles', 'totals', { agencyId: 90_000_000 }])).toBe(true)
  expect(concerns(reset, ['agencyFiles', 'totals', { agencyId: 90_000_001 }])).toBe(false)
})

test('a command that has failed concerns the seats of its agency, one of which it may bring back', () => {
  const failed = { module: 'agencyCommands', agencyId: 6938, event: 'agencyCommands.failed' }
  expect(concerns(failed, ['seats', 'usage', { agencyId: '6938' }])).toBe(true)
  expect(concerns(failed, ['seats', 'usage', { agencyId: '8951' }])).toBe(false)
})

test('a change of a whole module concerns every agency in it', () => {
  const burst = { module: 'agencies', agencyId: null, event: null }
  expect(concerns(burst, ['agencies', 'config', { agencyId: 8951 }])).toBe(true)
  expect(concerns(burst, ['switches', 'featureSwitches', {}])).toBe(false)
  expect(concerns(burst, ['journal', 'agencyHistory', { agencyId: 8951 }])).toBe(true)
})

test('an event of no agency concerns its module and the whole journal, but no agency’s history', () => {
  const signedIn = { module: 'session', agencyId: null, event: 'session.signedIn' }
  expect(concerns(signedIn, ['session', 'mine', {}])).toBe(true)
  expect(concerns(signedIn, ['journal', 'search', {}])).toBe(true)
  expect(concerns(signedIn, ['journal', 'agencyHistory', { agencyId: 8951 }])).toBe(false)
  expect(concerns(signedIn, ['health', 'agency', { agencyId: 8951 }])).toBe(false)
})

test('what was only read of an agency concerns its history, but not its health', () => {
  const read = { module: 'journal', agencyId: 6938, event: 'texting.messageRead' }
  expect(concerns(read, ['journal', 'agencyHistory', { agencyId: 6938 }])).toBe(true)
  expect(concerns(read, ['journal', 'agencyHistory', { agencyId: 8951 }])).toBe(false)
  expect(concerns(read, ['health', 'agency', { agencyId: 6938 }])).toBe(false)
  expect(concerns({ ...read, agencyId: null, event: null }, ['health', 'agency', { agencyId: 6938 }])).toBe(
    false,
  )
})

test('what was only read of no agency concerns the whole journal, but no agency’s history', () => {
  const exported = { module: 'journal', agencyId: null, event: 'reports.exported' }
  expect(concerns(exported, ['journal', 'search', {}])).toBe(true)
  expect(concerns(exported, ['journal', 'agencyHistory', { agencyId: 8951 }])).toBe(false)
  expect(concerns(exported, ['health', 'agency', { agencyId: 8951 }])).toBe(false)
})

test('what is not journalled concerns the screens of its agency, but no list and no history', () => {
  const reported = { module: 'seats', agencyId: 6938, event: null }
  expect(concerns(reported, ['seats', 'usage', { agencyId: '6938' }])).toBe(true)
  expect(concerns(reported, ['seats', 'usage', { agencyId: '8951' }])).toBe(false)
  expect(concerns(reported, ['seats', 'requests', { status: 3 }])).toBe(false)
  expect(concerns(reported, ['health', 'agency', { agencyId: 6938 }])).toBe(true)
  expect(concerns(reported, ['journal', 'agencyHistory', { agencyId: 6938 }])).toBe(false)
  expect(concerns(reported, ['journal', 'search', {}])).toBe(false)
})
