import { expect, test } from 'vitest'
import { noConditions } from './journal-filters.tsx'
import { exportInput, searchInput } from './search-input.ts'

test('conditions that are not set are left out; at first only people’s actions are asked for', () => {
  expect(searchInput(noConditions)).toEqual({ by: 'people' })
  expect(exportInput({ ...noConditions, by: 'all' })).toEqual({})
})

test('every condition goes to the search, and to the export in its own form', () => {
  const conditions = {
    actor: 'Ada',
    by: 'software',
    agency: '00006938',
    event: 'agencies.renamed',
    from: '2026-11-20T09:00',
    to: '2026-11-20T10:00',
    text: ' smith\u200B ',
  }
  const common = {
    actor: 'Ada',
    by: 'software',
    from: new Date('2026-11-20T09:00').toISOString(),
    to: new Date('2026-11-20T10:00').toISOString(),
    text: 'smith',
  }
  expect(searchInput(conditions)).toEqual({ ...common, agencyId: 6938, events: ['agencies.renamed'] })
  expect(exportInput(conditions)).toEqual({ ...common, agencyId: '00006938', events: 'agencies.renamed' })
})

test('what is no agency, no time and no text is no condition', () => {
  const nothing = { ...noConditions, by: 'all', agency: '0', from: 'soon', text: ' \u200B ' }
  expect(searchInput(nothing)).toEqual({})
  expect(exportInput(nothing)).toEqual({})
})

test('an instant of an address is asked for as it is; a date that no call takes is no condition', () => {
  const asked = { ...noConditions, by: 'all', from: '2026-11-01T06:30Z', to: '+275760-09-13T00:00Z' }
  expect([searchInput(asked), exportInput(asked)]).toEqual(
    Array(2).fill({ from: '2026-11-01T06:30:00.000Z' }),
  )
})
