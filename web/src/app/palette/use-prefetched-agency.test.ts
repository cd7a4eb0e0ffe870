// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import type { Entry } from './entry.ts'
import { readQuestion } from './question.ts'
import { usePrefetchedAgency } from './use-prefetched-agency.ts'

const agency = (agencyId: number): Entry => ({
  id: `agency-${agencyId}`,
  label: 'Lee',
  kind: 'Agency',
  agencyId,
  locked: null,
  go: { to: 'address', href: `/agency-detail/${agencyId}` },
})
const { agencyId: _, ...screen } = agency(7)
const unfound: Entry = { ...agency(6938), go: { to: 'agency', agencyId: 6938, searchText: '00006938' } }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Shown {
  marked: Entry | undefined
  typed: string
}

/** The palette with a marked row; `ahead` are the addresses whose screens were fetched. */
async function openPalette(shown: Shown) {
  const server = await answeringCalls({ GetAgencyConfig: done({ agencyId: 6938 }) })
  const page = await openPage('/')
  const preload = vi.spyOn(page.router, 'preloadRoute').mockResolvedValue(undefined)
  const { rerender, unmount } = renderHook(
    ({ marked, typed }: Shown) => usePrefetchedAgency(marked, readQuestion(typed)),
    { wrapper: page.wrapper, initialProps: shown },
  )
  return {
    show: rerender,
    close: unmount,
    pass: (ms: number) => act(async () => void vi.advanceTimersByTime(ms)),
    ahead: () => preload.mock.calls.map(([to]) => ('href' in to ? to.href : undefined)),
    read: () => server.inputs('GetAgencyConfig'),
  }
}

test('the screen of the marked agency is fetched once the mark rests on it', async () => {
  const { show, pass, ahead, close, read } = await openPalette({ marked: agency(7), typed: 'lee' })
  await pass(49)
  show({ marked: agency(8), typed: 'lee' })
  await pass(49)
  expect(ahead()).toEqual([])
  await pass(1)
  expect(ahead()).toEqual(['/agency-detail/8'])
  show({ marked: agency(9), typed: 'lee' })
  close()
  await pass(1_000)
  expect([ahead(), read()]).toEqual([['/agency-detail/8'], []])
})

test.each<[string, Shown]>([
  ['nothing is typed', { marked: agency(7), typed: '' }],
  ['no row is marked', { marked: undefined, typed: 'lee' }],
  ['the marked row is no agency', { marked: screen, typed: 'lee' }],
  ['it is not known yet where the agency opens', { marked: unfound, typed: '6938' }],
])('nothing is fetched while %s', async (_name, shown) => {
  const { pass, ahead, read } = await openPalette(shown)
  await pass(1_000)
  expect([ahead(), read()]).toEqual([[], []])
})

test('the agency of a whole id is read at once, if it is the one that Enter would open', async () => {
  const other = await openPalette({ marked: agency(7), typed: '00006938' })
  await other.pass(1_000)
  expect(other.read()).toEqual([])
  const { read } = await openPalette({ marked: unfound, typed: '00006938' })
  vi.useRealTimers()
  await waitFor(() => expect(read()).toEqual([{ agencyId: 6938 }]))
})
