// @vitest-environment jsdom
import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { toggleUtc, useUtc } from '../../components/local-time.tsx'
import { Page } from './journal-page.tsx'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => {
  vi.unstubAllEnvs()
  useUtc.setState(false, true)
})

const made: JournalEntry = {
  id: 7,
  at: '2026-11-20T07:41:09Z',
  actor: 'ada@support.test',
  actorKind: 'staff',
  event: 'agencyUsers.superUserCreated',
  agencyId: 6938,
  subject: '--0',
  before: null,
  after: { expires: '2026-11-20T09:41:09Z' },
  reason: null,
  sessionId: null,
  requestId: null,
}

test('an instant in a sentence turns to UTC with the time of its row', async () => {
  stubResizeObserver()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  await answeringCalls({
    SearchJournal: done({ entries: [made], next: null, lookedBackTo: null }),
    ListJournalActors: done(),
  })
  const { wrapper } = await openPage('/journal')
  render(<Page />, { wrapper })
  const says = 'ada@support.test created temporary user --0 until 11/20/2026'
  expect(await screen.findByText(`${says} 04:41:09`)).toBeDefined()
  act(() => toggleUtc())
  expect(screen.getByText(`${says} 09:41:09`)).toBeDefined()
})
