import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { journalFilter, visibleEvents } from './filter.ts'

const reader = [P.CanAccess]
const auditor = [P.CanAccess, P.AgencyManagementAdmin]

test('without a choice everything is looked for that the reader may see', () => {
  const filter = journalFilter({ actor: '' }, undefined, reader)
  expect(filter).toEqual({ events: visibleEvents(reader), eventsChosen: false })
  expect(filter?.events).toContain('agencies.renamed')
  expect(filter?.events).not.toContain('session.refused')
})

test('of the chosen events those are looked for that the reader may see', () => {
  const chosen = ['session.refused', 'agencies.renamed']
  const choose = (permissions: readonly number[]) =>
    journalFilter({ from: '2026-11-20T09:00:00Z' }, chosen, permissions)
  const from = new Date('2026-11-20T09:00:00Z')
  expect(choose(reader)).toEqual({ events: ['agencies.renamed'], eventsChosen: true, from })
  expect(choose(auditor)?.events.toSorted()).toEqual(chosen.toSorted())
})

test('where none is left nothing is looked for, however long the journal is', () => {
  for (const chosen of [[], ['no.such'], ['session.refused']])
    expect(journalFilter({}, chosen, reader)).toBeUndefined()
})
