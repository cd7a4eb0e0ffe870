// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { RecentAdditions } from './recent-additions.tsx'

afterEach(() => void vi.useRealTimers())

const added = (agencyId: number) => ({ cat: 'Vendor', agencyId, dt: '2026-11-20T08:00:00Z' })
const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent.split(' ')[0])

test('[RPT-TOTALS-07] the last additions are read again by their own interval until it is paused, and what is new is marked', async () => {
  // Only the interval: what waits for the page uses the other timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lists = [[added(6938)], [added(6939), added(6938)]]
  const server = await answeringCalls({ ReportProductsLastN: () => done(...(lists.shift() ?? [])) })
  const { wrapper } = await openPage()
  render(<RecentAdditions />, { wrapper })
  await screen.findByRole('link', { name: '00006938' })
  expect(screen.queryByText('New')).toBeNull()
  act(() => void vi.advanceTimersByTime(29_999))
  expect(queryClient.isFetching()).toBe(0)
  act(() => void vi.advanceTimersByTime(1))
  await screen.findByText('New')
  expect(shown()).toEqual(['00006939', '00006938'])
  expect(screen.getAllByText('New')).toHaveLength(1)
  expect(server.inputs('ReportProductsLastN')).toEqual([{ qty: 10 }, { qty: 10 }])
  await userEvent.click(screen.getByRole('button', { name: 'Pause loading additions' }))
  act(() => void vi.advanceTimersByTime(120_000))
  expect(queryClient.isFetching()).toBe(0)
})
