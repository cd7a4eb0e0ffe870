// @vitest-environment jsdom
import { seats } from '@agency-support/contract/modules/seats'
import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { said } from '../../../test/said.ts'
import { Announcer } from '../../components/messages/announce.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { SeatTable } from './seat-table.tsx'

const held = { username: 'LEE', lastSigninAt: null, lastTokenAt: null, tokens: [], releaseProblem: null }

function Seats() {
  const query = useQuery(callQuery(seats.usage, { agencyId: '6938' }))
  return (
    <SeatTable
      agencyId={6938}
      seats={query.data?.seats}
      now="2026-11-20T09:00:00Z"
      query={query}
      onRetry={() => undefined}
    />
  )
}

test('a seat that nobody has used yet has no date, and its cells stay empty', async () => {
  stubMatchMedia()
  stubResizeObserver()
  await answeringCalls({ '/staff/seats/used/6938': done({ seats: [held] }) })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Seats />, { wrapper })
  const row = await screen.findByRole('row', { name: /LEE/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toContain('Inactive over 24 h')
  expect(row.textContent).not.toContain('N/A')
})

test('releases that are yet to be carried out are announced with the reason, in no live region of their own', async () => {
  stubMatchMedia()
  stubResizeObserver()
  const release = {
    command: 'releaseSeat',
    created: '2026-11-20T08:00:00Z',
    issuedBy: 'ann',
    state: 'queued',
  }
  await answeringCalls({
    '/staff/seats/used/6938': done({ seats: [held] }),
    GetAgencySoftwareStatus: done({
      connected: false,
      lastSeenAt: null,
      open: [{ ...release, commandId: 1, argument: 'ABC' }],
    }),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(
    <>
      <Seats />
      <Announcer />
    </>,
    { wrapper },
  )
  const why = "Queued; the agency's software has never called, so nothing will collect it yet."
  await waitFor(() =>
    expect(said()).toContain(`1 release is yet to be carried out by the agency's software. ${why}`),
  )
  const line = screen.getByText(why).closest('p')
  expect([line?.getAttribute('role'), line?.textContent]).toEqual([
    null,
    `1 release is yet to be carried out by the agency's software.${why}`,
  ])
})
