// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { StatusCard } from './status-card.tsx'

const details = {
  groupId: 'g1',
  subscriptionDate: '2026-03-01T14:00:00Z',
  subscribed: false,
  registeredUsers: [],
  works: [],
}

test('[ESIG-02] the card says Loading until the details are read, and no state when that fails', async () => {
  const { wrapper } = await openPage()
  const card = { agencyId: 6938, asked: { now: 0, times: 0, failed: false }, onRetry: () => undefined }
  const { rerender } = render(<StatusCard {...card} details={undefined} error={null} />, { wrapper })
  expect(screen.getByText('Loading')).toBeDefined()
  rerender(<StatusCard {...card} details={details} error={null} />)
  expect(screen.getByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
  rerender(<StatusCard {...card} details={undefined} error="An error occurred." />)
  expect(screen.getByText('An error occurred.')).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('[SHELL-21] work at Formstack that failed says what is left, why, and when it is tried again', async () => {
  const { wrapper } = await openPage()
  const state = {
    requestedAt: '2026-03-15T12:00:00Z',
    requestedBy: 'ann@support.test',
    failures: 1,
    lastFailure: 'Formstack cannot be reached',
    nextAttemptAt: '2026-03-15T12:04:05Z',
    endedAt: null,
    succeeded: null,
  }
  const works = [
    { kind: 'close', left: 2, total: 5, state },
    { kind: 'cleanup', left: null, total: null, state: { ...state, lastFailure: null } },
  ] as const
  const card = { agencyId: 6938, asked: { now: 0, times: 0, failed: false }, onRetry: () => undefined }
  render(<StatusCard {...card} details={{ ...details, works: [...works] }} error={null} />, { wrapper })
  const lines = [...(screen.getByText(/accounts still active/).parentElement?.children ?? [])]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Formstack: 2 of 5 accounts still active · asked for by ann@support\.testFormstack cannot be reached\. Next attempt Mar 1[45]th 2026 \d{1,2}:\d\d:05 (am|pm)$/,
    ),
    'Formstack: the accounts are being read · asked for by ann@support.test',
  ])
})
