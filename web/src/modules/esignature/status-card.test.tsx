// @vitest-environment jsdom
import { esignature } from '@agency-support/contract/modules/esignature'
import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { callQuery, queryClient } from '../../lib/requests/query.ts'
import { StatusCard } from './status-card.tsx'

const details = {
  groupId: 'g1',
  subscriptionDate: '2026-03-01T14:00:00Z',
  subscribed: false,
  registeredUsers: [],
  works: [],
}

const call = 'GetESignatureAgencyDetails'

/** The card with its read. */
function Card() {
  const query = useQuery(callQuery(esignature.details, { agencyId: 6938 }))
  return <StatusCard agencyId={6938} query={query} asked={{ now: 0, times: 0, failed: false }} />
}

test('[ESIG-02] the card says Loading until the details are read', async () => {
  const late = lateAnswer()
  await answeringCalls({ [call]: late.answer })
  const { wrapper } = await openPage()
  render(<Card />, { wrapper })
  expect(screen.getByText('Loading')).toBeDefined()
  late.give(done(details))
  expect(await screen.findByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('[ESIG-02] the card says no state when it fails, and its Try again stays while a hint has it read again', async () => {
  const late = lateAnswer()
  const answers = [() => 500, late.answer]
  const server = await answeringCalls({ [call]: () => answers.shift()?.() ?? 500 })
  const { wrapper } = await openPage()
  render(<Card />, { wrapper })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert').textContent).toBe(
    'Error Loading Subscription Data: Error communicating with Agency Support API',
  )
  expect(screen.queryByText('Loading')).toBeNull()
  void queryClient.invalidateQueries()
  await waitFor(() => expect(server.inputs(call)).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Try again' })).toBe(again)
  expect(again.getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByText('Loading')).toBeNull()
  late.give(done(details))
  expect(await screen.findByText('Cancelled')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
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
  await answeringCalls({ [call]: done({ ...details, works }) })
  render(<Card />, { wrapper })
  const lines = [...((await screen.findByText(/accounts still active/)).parentElement?.children ?? [])]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Formstack: 2 of 5 accounts still active · asked for by ann@support\.testFormstack cannot be reached\. Next attempt Mar 1[45]th 2026 \d{1,2}:\d\d:05 (am|pm)$/,
    ),
    'Formstack: the accounts are being read · asked for by ann@support.test',
  ])
})
