// @vitest-environment jsdom
import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { toggleUtc } from '../../components/text/local-time.tsx'
import { useUtc } from '../../lib/format/utc.ts'
import { JournalFilters, noConditions } from './journal-filters.tsx'
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

async function open(address: string) {
  stubResizeObserver()
  stubMatchMedia()
  const server = await answeringCalls({
    SearchJournal: done({ entries: [made], next: null, lookedBackTo: null }),
    ListJournalActors: done('ada@support.test'),
  })
  const { wrapper, ...opened } = await openPage(address)
  render(<Page />, { wrapper })
  return { ...server, address: opened.address }
}

test('an instant in a sentence turns to UTC with the time of its row', async () => {
  await open('/journal')
  const says = 'ada@support.test created temporary user --0 until 11/20/2026'
  expect(await screen.findByText(`${says} 04:41:09`)).toBeDefined()
  act(() => toggleUtc())
  expect(screen.getByText(`${says} 09:41:09`)).toBeDefined()
})

test('a time that ends before it begins asks nothing, whatever else is chosen, and the field says why', async () => {
  await answeringCalls({ ListJournalActors: done() })
  const { wrapper } = await openPage('/journal')
  const apply = vi.fn()
  render(<JournalFilters conditions={noConditions} onApply={apply} />, { wrapper })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20T10:00' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20T09:00' } })
  expect(screen.getByText('From must not be after To.')).toBeDefined()
  fireEvent.submit(screen.getByRole('search'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Event' }), { target: { value: 'agencies.renamed' } })
  expect(apply).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-20T11:00' } })
  fireEvent.submit(screen.getByRole('search'))
  expect(apply.mock.calls).toMatchObject([[{ event: 'agencies.renamed', to: '2026-11-20T16:00Z' }]])
})

test('a time from the first to the second run of the hour that autumn repeats is in order, backwards it is not', async () => {
  await answeringCalls({ ListJournalActors: done() })
  const { wrapper } = await openPage('/journal')
  const apply = vi.fn()
  const between = (from: string, to: string) => (
    <JournalFilters conditions={{ ...noConditions, from, to }} onApply={apply} />
  )
  const { rerender } = render(between('', ''), { wrapper })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01T01:50' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01T01:10' } })
  expect(screen.queryByText('From must not be after To.')).toBeNull()
  fireEvent.submit(screen.getByRole('search'))
  expect(apply.mock.calls).toMatchObject([[{ from: '2026-11-01T05:50Z', to: '2026-11-01T06:10Z' }]])
  rerender(between('2026-11-01T06:10Z', '2026-11-01T05:50Z'))
  expect(screen.getByLabelText('From')).toHaveProperty('value', '2026-11-01T01:10')
  expect(screen.getByText('From must not be after To.')).toBeDefined()
})

test('an address with such a time asks nothing either, and has nothing to export', async () => {
  const server = await open('/journal?f.from=2026-11-20T10:00&f.to=2026-11-20T09:00')
  const description = 'From must not be after To.'
  const [exporting] = await screen.findAllByRole('button', { name: 'Export', description })
  expect(exporting?.hasAttribute('disabled')).toBe(true)
  expect(screen.getAllByText(description)).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Export' })).toBeNull()
  await waitFor(() => expect(server.names()).toEqual(['ListJournalActors']))
  expect(screen.getByText('No matching entries by people')).toBeDefined()
})

test('a link with a time shows the same entries to whoever opens it, wherever they are', async () => {
  const server = await open('/journal?f.from=2026-11-20T14:00Z')
  const from = await screen.findByLabelText('From')
  expect(from).toHaveProperty('value', '2026-11-20T09:00')
  await waitFor(() =>
    expect(server.inputs('SearchJournal')).toMatchObject([{ from: '2026-11-20T14:00:00.000Z' }]),
  )
  fireEvent.change(from, { target: { value: '2026-11-20T10:15' } })
  fireEvent.submit(screen.getByRole('search'))
  await waitFor(() => expect(decodeURIComponent(server.address())).toContain('f.from=2026-11-20T15:15Z'))
})

test('a link with the second of two like times in autumn keeps it, also as something else is chosen', async () => {
  const server = await open('/journal?f.from=2026-11-01T06:30Z')
  expect(await screen.findByLabelText('From')).toHaveProperty('value', '2026-11-01T01:30')
  const from = '2026-11-01T06:30:00.000Z'
  await waitFor(() => expect(server.inputs('SearchJournal')).toMatchObject([{ from }]))
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toContain(
    encodeURIComponent(from),
  )
  fireEvent.change(screen.getByRole('combobox', { name: 'Event' }), { target: { value: 'agencies.renamed' } })
  await waitFor(() => expect(server.inputs('SearchJournal')).toMatchObject([{ from }, { from }]))
})
