// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../../test/answering-calls.ts'
import { mountHook } from '../../../../test/mounted.tsx'
import { type LogSearch, useLogHits } from './use-log-hits.ts'

const path = '/api/file/log/search'
const step = (lines: readonly number[], next: number | null, version = 'v1') =>
  done({ version, hits: lines.map((line) => ({ line, text: `line ${line}` })), next })

function openLog(search: LogSearch) {
  const refresh = vi.fn<() => void>()
  const { result, rerender } = mountHook(
    (given: LogSearch) => useLogHits(6938, 'app.log', given, { version: 'v1', refresh }),
    search,
  )
  return {
    found: () => result.current,
    lines: () => result.current.hits.map(({ line }) => line),
    searchFor: rerender,
    refresh,
  }
}

test('without a text and a level nothing is searched; then the whole log is, a step at a time', async () => {
  const last = lateAnswer()
  const server = await answeringCalls({
    [path]: ({ after }) => (after === '0' ? step([3, 5], 900) : last.answer()),
  })
  const { found, lines, searchFor, refresh } = openLog({ text: '', level: '' })
  expect([server.names(), found().isSearching]).toEqual([[], false])
  searchFor({ text: 'lee', level: '' })
  await waitFor(() => expect(lines()).toEqual([3, 5]))
  await waitFor(() => expect(server.names()).toHaveLength(2))
  expect(found().isSearching).toBe(true)
  last.give(step([901], null))
  await waitFor(() =>
    expect(found()).toMatchObject({ isSearching: false, isFull: false, read: { error: null } }),
  )
  expect(lines()).toEqual([3, 5, 901])
  const input = { agencyId: '6938', filePath: 'app.log', text: 'lee', level: '' }
  expect(server.inputs(path)).toEqual([
    { ...input, after: '0' },
    { ...input, after: '900' },
  ])
  expect(refresh).not.toHaveBeenCalled()
})

test('a level alone is searched for', async () => {
  await answeringCalls({ [path]: ({ level }) => step(level === 'error' ? [7] : [], null) })
  const { lines } = openLog({ text: '', level: 'error' })
  await waitFor(() => expect(lines()).toEqual([7]))
})

test('a search stops at twenty thousand hits, and says that there are more', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => at + 1)
  const server = await answeringCalls({ [path]: step(many, 20_001) })
  const { found } = openLog({ text: 'a', level: '' })
  await waitFor(() => expect(found().isFull).toBe(true))
  await waitFor(() => expect(found().isSearching).toBe(false))
  expect(server.names()).toHaveLength(1)
})

test('a step that fails ends the search, until it is tried again', async () => {
  let fails = true
  const server = await answeringCalls({
    [path]: ({ after }) => (after === '0' ? step([3], 900) : fails ? 500 : step([901], null)),
  })
  const { found, lines } = openLog({ text: 'a', level: '' })
  await waitFor(() => expect(found().read.error).not.toBeNull())
  expect([lines(), server.names().length, found().isSearching]).toEqual([[3], 2, false])
  fails = false
  void found().read.refetch()
  await waitFor(() => expect(lines()).toEqual([3, 901]))
})

test('hits of another version of the log have everything read again, once for each version', async () => {
  await answeringCalls({
    [path]: ({ after }) => (after === '0' ? step([3], 900, 'v2') : step([901], null, 'v2')),
  })
  const { lines, refresh } = openLog({ text: 'a', level: '' })
  await waitFor(() => expect(lines()).toEqual([3, 901]))
  expect(refresh).toHaveBeenCalledOnce()
})
