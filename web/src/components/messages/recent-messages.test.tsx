// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { notify } from './notify.ts'
import { RecentMessages } from './recent-messages.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 15, 4, 5) }))
afterEach(() => {
  notify.clear()
  vi.useRealTimers()
})

function open(): void {
  cleanWhenFinished()
  render(<RecentMessages onClose={() => undefined} />)
}

test('each message says whether it is good or bad, when it came and on which screen, the latest first', async () => {
  document.title = 'Vendors – Agency Support'
  notify.ok('Vendor saved.')
  notify.error('Something went wrong')
  open()
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Error: Something went wrong11/20/2026 3:04:05 pm · Vendors',
    'Done: Vendor saved.11/20/2026 3:04:05 pm · Vendors',
  ])
})

test('where there was none it says so', async () => {
  open()
  expect(await screen.findByText('No messages yet in this session.')).toBeTruthy()
})
