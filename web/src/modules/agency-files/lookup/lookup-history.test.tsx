// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished, Queries } from '../../../../test/mounted.tsx'
import { openPage } from '../../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../../test/without-layout.ts'
import { queryClient } from '../../../lib/requests/query.ts'
import { remember, rowsOfSearch } from './history.ts'
import { LastClients, LookupHistory } from './lookup-history.tsx'
import { settled, startEntries } from './lookup-state.ts'

test('the lookups of the session are still there when their screen is opened an hour later', () => {
  cleanWhenFinished()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const open = () => render(<LastClients agencyId={6938} onChoose={vi.fn()} />, { wrapper: Queries })
  const first = open()
  const rows = rowsOfSearch(1, '00000017', startEntries([0], 0), '2026-11-20T10:00:00.000Z')
  act(() => remember(queryClient, 6938, rows))
  first.unmount()
  vi.advanceTimersByTime(3_600_000)
  open()
  expect(screen.getByRole('button', { name: '00000017' })).toBeDefined()
})

test('a place that could not be read is not said to be not applicable', async () => {
  stubMatchMedia()
  stubResizeObserver()
  const { wrapper } = await openPage()
  const [unread, empty] = startEntries([0, 6], 0)
  if (!unread || !empty) throw new Error('no entries')
  const entries = [
    settled(unread, { kind: 'failed', status: 503, statusText: 'Service Unavailable', message: '' }),
    settled(empty, { kind: 'none' }),
  ]
  remember(queryClient, 6938, rowsOfSearch(1, '00000017', entries, '2026-11-20T10:00:00.000Z'))
  render(<LookupHistory agencyId={6938} />, { wrapper })
  const times = screen.getAllByRole('row', { hidden: true }).map((row) => row.lastElementChild?.textContent)
  expect(times.slice(1)).toEqual(['Could not be read', 'Not Applicable'])
})
