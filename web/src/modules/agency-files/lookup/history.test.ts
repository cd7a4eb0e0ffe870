import { fileSystemFilters } from '@agency-support/contract/rules/agency-files'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { filteredRows, historyKey, lastClients, remember, rowsOfSearch, systemName } from './history.ts'
import { type LocationEntry, settled, startEntries } from './lookup-state.ts'

const now = '2026-11-21T08:00:00Z'
const times = { fileTimestamp: '2026-11-20T10:00:00Z', blobTimestamp: '2026-11-20T10:01:00Z', deleted: true }
const found = startEntries([0, 4, 5, 6], 7).map(
  (entry): LocationEntry => settled(entry, { kind: 'ok', data: times }),
)
const rows = rowsOfSearch(1, '12345678', found, now)

test('[LOOKUP-13] locations 0, 4, 5 and 6 are the file systems 1, 2, 8 and 16', () => {
  expect(rows.map(({ system }) => system)).toEqual([1, 2, 8, 16])
  expect(rows.map(systemName)).toEqual(['Conversion', 'Search', 'Texting', 'Vendor'])
})

test.each([
  ['All', ['Conversion', 'Search', 'Texting', 'Vendor']],
  ['Conversion', ['Conversion']],
  ['Texting', ['Texting']],
  ['Vendor', ['Vendor']],
])('[LOOKUP-13] the filter %s leaves %j', (label, names) => {
  const filter = fileSystemFilters.find((one) => one.label === label)?.value ?? -1
  expect(filteredRows(rows, filter).map(systemName)).toEqual(names)
})

test('a place without the file has neither a deletion nor a time', () => {
  const [none] = startEntries([0], 7)
  const entry = none && settled(none, { kind: 'none' })
  expect(entry && rowsOfSearch(1, '12345678', [entry], now)[0]).toMatchObject({
    deleted: null,
    timestamp: null,
  })
  expect(rows[0]).toMatchObject({
    date: now,
    clientId: '12345678',
    deleted: true,
    timestamp: times.blobTimestamp,
  })
})

test('the last five clients are offered again, each once', () => {
  const many = ['1', '2', '1', '3', '4', '5', '6'].flatMap((id) => rowsOfSearch(Number(id), id, found, now))
  expect(lastClients(many)).toEqual(['1', '2', '3', '4', '5'])
})

test('the 200 latest rows of an agency are remembered, the latest first, and none of another', () => {
  const queries = new QueryClient()
  remember(queries, 8951, rowsOfSearch(0, '00000000', found, now))
  for (let search = 1; search <= 51; search += 1)
    remember(queries, 6938, rowsOfSearch(search, String(search), found, now))
  const kept = queries.getQueryData<typeof rows>(historyKey(6938))
  expect(kept).toHaveLength(200)
  expect([kept?.at(0)?.clientId, kept?.at(-1)?.clientId]).toEqual(['51', '2'])
  expect(queries.getQueryData(historyKey(8951))).toHaveLength(4)
})
