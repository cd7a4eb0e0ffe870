// @vitest-environment jsdom
import { AgencyDomain, StorageLocation } from '@agency-support/contract/rules/agency-files'
import { act, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../../test/answering-calls.ts'
import { mountHook } from '../../../../test/mounted.tsx'
import { queryClient } from '../../../lib/requests/query.ts'
import { onUnshownFailure } from '../../../lib/requests/unshown-failure.ts'
import { clientFile } from '../downloads.ts'
import { historyKey, type LookupRow } from './history.ts'
import { type LookupScope, useLookup } from './use-lookup.ts'

const path = '/api/file/metadata'
const { clientFile: files, search, texting } = StorageLocation
const times = {
  fileTimestamp: '2026-11-20T10:00:00.000Z',
  blobTimestamp: '2026-11-20T10:01:00.000Z',
  deleted: false,
}

function openLookup(scope: Partial<LookupScope> = {}) {
  const { result, unmount } = mountHook(() =>
    useLookup({ agencyId: 6938, domains: 0, locations: [files, search], ...scope }),
  )
  return {
    screen: () => result.current,
    entries: () => result.current.lookup?.entries,
    history: () => queryClient.getQueryData<LookupRow[]>(historyKey(6938)) ?? [],
    leave: unmount,
  }
}

test('a client is looked up in every location at once, and each is shown as it answers', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({
    [path]: ({ location }) => (location === String(files) ? done(times) : late.answer()),
  })
  const { screen, entries, history } = openLookup()
  expect(screen().lookup).toBeNull()
  const run = screen().run('00000017')
  await waitFor(() =>
    expect(entries()?.[0]).toMatchObject({ loading: false, canDownload: true, metadata: times }),
  )
  expect(entries()?.[1]).toMatchObject({ loading: true, metadata: null })
  expect(history()).toEqual([])
  late.give(refused(2, 'No such file.'))
  await act(() => run)
  expect(entries()?.[1]).toMatchObject({ loading: false, metadata: 'N/A' })
  expect(history()).toMatchObject([
    { clientId: '00000017', deleted: false, timestamp: times.blobTimestamp },
    { clientId: '00000017', deleted: null, timestamp: null },
  ])
  expect(server.inputs(path)).toEqual(
    [files, search].map((location) => ({
      agencyId: '6938',
      type: 'client',
      location: String(location),
      clientId: '00000017',
    })),
  )
})

test('an agency without texting is not asked for its texting files', async () => {
  const server = await answeringCalls({ [path]: done(times) })
  const without = openLookup({ locations: [texting] })
  await act(() => without.screen().run('00000017'))
  expect([server.names(), without.entries()?.[0]?.metadata]).toEqual([[], 'N/A'])
  const having = openLookup({ locations: [texting], domains: AgencyDomain.texting })
  await act(() => having.screen().run('00000017'))
  expect(server.names()).toHaveLength(1)
})

test('a new search replaces the one before, whose late answers are ignored', async () => {
  const first = lateAnswer()
  await answeringCalls({ [path]: ({ clientId }) => (clientId === '00000001' ? first.answer() : done(times)) })
  const { screen, entries, history } = openLookup()
  const before = screen().run('00000001')
  await waitFor(() => expect(screen().lookup?.clientId).toBe('00000001'))
  await act(() => screen().run('00000002'))
  first.give(refused(2, 'No such file.'))
  await before
  expect(entries()?.map(({ metadata }) => metadata)).toEqual([times, times])
  expect(history().map(({ clientId }) => clientId)).toEqual(['00000002', '00000002'])
})

test('a search that is left is not remembered', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ [path]: late.answer })
  const { screen, history, leave } = openLookup()
  const run = screen().run('00000017')
  await waitFor(() => expect(server.names()).toHaveLength(2))
  leave()
  await run
  late.give(done(times))
  expect(history()).toEqual([])
})

test('a download that fails says why at its location', async () => {
  await answeringCalls({ [path]: done(times) })
  const { screen, entries } = openLookup()
  await act(() => screen().run('00000017'))
  act(() => screen().save(files, clientFile(6938, files, '00000017')))
  expect(entries()?.[0]).toMatchObject({ downloading: true, downloadError: null })
  await waitFor(() =>
    expect(entries()?.[0]).toMatchObject({ downloading: false, downloadError: 'Not Found' }),
  )
  expect(entries()?.[1]).toMatchObject({ downloadError: null })
})

test('[LOOKUP-15] a download that ends after a new search leaves the cards of that search alone; its failure is a message', async () => {
  const notify = vi.fn<(sentence: string) => void>()
  onUnshownFailure(notify)
  onTestFinished(() => onUnshownFailure(() => undefined))
  const late = lateAnswer()
  const server = await answeringCalls({ [path]: done(times), '/api/file/download': late.answer })
  const { screen, entries } = openLookup()
  await act(() => screen().run('00000001'))
  act(() => screen().save(files, clientFile(6938, files, '00000001')))
  await waitFor(() => expect(server.names()).toContain('/api/file/download'))
  await act(() => screen().run('00000002'))
  const before = entries()
  late.give(404)
  await waitFor(() => expect(notify.mock.calls).toEqual([['download of client 00000001 (Not Found)']]))
  expect(entries()).toEqual(before)
  expect(before?.[0]).toMatchObject({ downloading: false, downloadError: null })
})
