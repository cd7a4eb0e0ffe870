// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agency } from '../../test/agency.ts'
import { done } from '../../test/answering-calls.ts'
import { answeringServer, json } from '../../test/answering-server.ts'
import { hold } from '../../test/mounted.tsx'
import { openPage } from '../../test/page.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../test/without-layout.ts'
import { queryClient } from '../lib/requests/query.ts'
import { Tab as Certificates } from '../modules/certificates/certs-tab.tsx'
import { Tab as Esignature } from '../modules/esignature/esig-tab.tsx'
import { Tab as Seats } from '../modules/seats/usage-tab.tsx'

const at = '2026-11-19T13:00:00Z'
const seat = { username: 'ada', lastSigninAt: at, lastTokenAt: at, tokens: [], releaseProblem: null }
const registered = {
  emailAddress: 'ada@agency.test',
  userInitials: 'ADA',
  isAdmin: false,
  isValidated: true,
  dateCreated: at,
  accountId: 'a1',
  version: 1,
}
const details = {
  subscribed: true,
  subscriptionDate: at,
  groupId: 'g1',
  registeredUsers: [registered],
  works: [],
}
const client = { clientId: '00000017', name: 'Ada Lee', publishedDate: at }

beforeEach(() => {
  stubMatchMedia()
  stubResizeObserver()
})

test.each([
  [
    'seats',
    Seats,
    '/staff/seats/used',
    { licensedSeats: 1, usedSeats: 1, reportedAt: at, seats: [seat] },
    'ada',
  ],
  ['e-signature', Esignature, 'GetESignatureAgencyDetails', details, 'ada@agency.test'],
  [
    'certificates',
    Certificates,
    'GetSelfServeCertificates"',
    { subscribed: true, clientsWithPublishedCertificates: [client] },
    'Ada Lee',
  ],
])(
  'the table of %s names the request by which it was read again in vain',
  async (_, Tab, call, answer, row) => {
    let isAway = false
    await answeringServer(({ path, body }, response) => {
      const isAsked = path.startsWith(call) || body.includes(call)
      if (!isAsked) return json(response, done())
      if (!isAway) return json(response, done(answer))
      response.setHeader('x-request-id', '17a')
      json(response, { message: 'Away.' }, 500)
    })
    const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
    hold([P.SeatManagement])
    render(<Tab agency={agency} />, { wrapper })
    const rowHeader = await screen.findByRole('rowheader', { name: new RegExp(row) })
    isAway = true
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText('17a')).toBeDefined()
    expect(screen.getByRole('rowheader', { name: new RegExp(row) })).toBe(rowHeader)
  },
)
