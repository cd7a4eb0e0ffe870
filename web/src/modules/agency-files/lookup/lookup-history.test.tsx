// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cleanWhenFinished, Queries } from '../../../../test/mounted.tsx'
import { queryClient } from '../../../lib/requests/query.ts'
import { remember, rowsOfSearch } from './history.ts'
import { LastClients } from './lookup-history.tsx'
import { startEntries } from './lookup-state.ts'

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
