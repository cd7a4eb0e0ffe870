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
  const card = { agencyId: 6938, asked: { times: 0, failed: false }, onRetry: () => undefined }
  const { rerender } = render(<StatusCard {...card} details={undefined} error={null} />, { wrapper })
  expect(screen.getByText('Loading')).toBeDefined()
  rerender(<StatusCard {...card} details={details} error={null} />)
  expect(screen.getByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
  rerender(<StatusCard {...card} details={undefined} error="An error occurred." />)
  expect(screen.getByText('An error occurred.')).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
})
