import { clientLocations, lookedUpLocations } from '@agency-support/contract/rules/agency-files'
import { expect, test } from 'vitest'
import { changed, downloaded, downloading, overview, settled, startEntries } from './lookup-state.ts'

const allDomains = 7
const times = { fileTimestamp: '2026-11-20T10:00:00Z', blobTimestamp: '2026-11-20T10:01:00Z', deleted: false }

test('[LOOKUP-17] an entry has id, system, loading, error, canDownload, downloadError, downloading and metadata', () => {
  expect(startEntries([0], allDomains)).toEqual([
    {
      id: 0,
      system: 'Client File',
      loading: true,
      error: null,
      canDownload: false,
      downloadError: null,
      downloading: false,
      metadata: null,
    },
  ])
})

test('[LOOKUP-12] Client File, Vendor and Texting are looked up', () => {
  expect(startEntries(lookedUpLocations, allDomains).map(({ system }) => system)).toEqual([
    'Client File',
    'Vendor',
    'Texting',
  ])
})

test('[LOOKUP-16] texting is N/A and not asked for where the domains lack the value 2', () => {
  for (const domains of [0, 1, 4, 5])
    expect(startEntries([5], domains)[0]).toMatchObject({
      loading: false,
      metadata: 'N/A',
      canDownload: false,
    })
  for (const domains of [2, 3, 6, 7])
    expect(startEntries([5], domains)[0]).toMatchObject({ loading: true, metadata: null })
  for (const { location } of clientLocations.filter(({ location }) => location !== 5))
    expect(startEntries([location], 0)[0]).toMatchObject({ loading: true })
})

test('[LOOKUP-15] each file goes from loading to metadata or error, and a new search starts over', () => {
  const start = startEntries([0, 6, 5], allDomains)
  const some = changed(start, 0, (entry) => settled(entry, { kind: 'ok', data: times }))
  expect(some[0]).toMatchObject({ loading: false, metadata: times, canDownload: true, error: null })
  expect(some[1]).toBe(start[1])
  const none = changed(some, 6, (entry) => settled(entry, { kind: 'none' }))
  expect(none[1]).toMatchObject({ loading: false, metadata: 'N/A', canDownload: false })
  const all = changed(none, 5, (entry) => settled(entry, { kind: 'refused', message: 'The store is away.' }))
  expect(all[2]).toMatchObject({ loading: false, metadata: null, error: 'The store is away.' })
  expect(overview(all)).toMatchObject({ shown: [all[0], all[1]], failed: [all[2]], isDone: true })
  expect(overview(some).isDone).toBe(false)
  expect([overview(all).isUnknown, overview(none).isUnknown]).toEqual([false, false])
  const nowhere = start.map((entry) => settled(entry, { kind: 'none' }))
  expect(overview(nowhere)).toMatchObject({ isUnknown: true, failed: [] })
  expect(startEntries([0, 6, 5], allDomains)).toEqual(start)
})

test.each([
  [{ kind: 'refused', message: 'The storage account is locked.' }, 'The storage account is locked.'],
  [
    { kind: 'failed', status: 400, statusText: 'Bad Request', message: 'clientId must be eight digits.' },
    'clientId must be eight digits.',
  ],
  [{ kind: 'failed', status: 502, statusText: 'Bad Gateway', message: 'An error occurred.' }, 'Bad Gateway'],
  [{ kind: 'failed', status: 500, statusText: '', message: 'An error occurred.' }, 'Error'],
  [{ kind: 'failed', status: 0, statusText: '', message: 'fetch failed' }, 'Error'],
] as const)('[LOOKUP-18] %o is shown as %s', (answer, message) => {
  const [entry] = startEntries([0], allDomains)
  expect(entry && settled(entry, answer).error).toBe(message)
})

test('a download is under way until it ends, and a new one forgets the last failure', () => {
  const [entry] = startEntries([0], allDomains)
  if (entry === undefined) throw new Error('There is no entry.')
  const failed = downloaded(downloading(entry), 'Not Found')
  expect(failed).toMatchObject({ downloading: false, downloadError: 'Not Found' })
  expect(downloading(failed)).toMatchObject({ downloading: true, downloadError: null })
  expect(downloaded(downloading(failed), null)).toMatchObject({ downloading: false, downloadError: null })
})
