// @vitest-environment jsdom
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { answeringServer } from '../../../test/answering-server.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { callQuery, queryClient } from '../../lib/requests/query.ts'
import { CreationLog } from './creation-log.tsx'
import { EmailLog } from './email-log.tsx'
import { agencyUserMessages } from './messages.ts'
import { SigninLog } from './signin-log.tsx'
import type { UserActions } from './user-card.tsx'
import { UsersTable } from './users-table.tsx'

beforeEach(() => {
  stubMatchMedia()
  stubResizeObserver()
})

const nothing = () => undefined
const actions: UserActions = {
  now: '',
  whyNotUnlock: undefined,
  unlocking: [],
  unlock: nothing,
  wasUnlocked: () => false,
  whyQueued: () => null,
  openSettings: nothing,
}

function Users() {
  const query = useQuery(callQuery(agencyUsers.users, { agencyId: 6938 }))
  return <UsersTable users={query.data} empty="" actions={actions} query={query} onRetry={nothing} />
}

function Log() {
  return <CreationLog agencyId={6938} />
}

function Mails() {
  return <EmailLog agencyId={6938} username="ADA" />
}

function Signins() {
  return <SigninLog agencyId={6938} username="ADA" />
}

test.each([
  ['users', Users, agencyUserMessages.loadFailed],
  ['created users', Log, agencyUserMessages.logsFailed],
  ['mails', Mails, agencyUserMessages.emailFailed],
  ['sign-ins', Signins, agencyUserMessages.signinFailed],
])('a failed table of %s names its request beside the specified sentence', async (_, Table, sentence) => {
  cleanWhenFinished()
  await answeringServer((_asked, response) => {
    response.setHeader('x-request-id', '17a')
    response.writeHead(500).end()
  })
  render(<Table />, { wrapper: Queries })
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.getByText('17a')).toBeDefined()
})

const at = '2026-11-19T13:00:00Z'
const mail = { sendGridTS: at, event: 3, toEmail: 'ann@agency.test', category: 1 }
const verified = { emailVerified: true, verifiedOn: null, lastSentOn: null }
const signin = { created: at, outcome: 0, ip: '', hostname: 'PC-1' }

test.each([
  ['mails', Mails, agencyUserMessages.emailFailed, ['Delivered', agencyUserMessages.verified]],
  ['sign-ins', Signins, agencyUserMessages.signinFailed, ['PC-1']],
])(
  '[AG-USERS-21] [AG-USERS-22] a log of %s shows what HTTP 200 answers, and keeps it with a description when it is read again in vain',
  async (_, Table, sentence, shown) => {
    cleanWhenFinished()
    let isAway = false
    const unlessAway = (answer: ReturnType<typeof done>) => () => (isAway ? 500 : answer)
    await answeringCalls({
      GetAgencyUserEmailEvents: unlessAway(done(mail)),
      GetAgencyUserEmailVerificationStatus: unlessAway(done(verified)),
      GetSigninLog: unlessAway(done(signin)),
    })
    render(<Table />, { wrapper: Queries })
    for (const text of shown) expect(await screen.findByText(text)).toBeDefined()
    isAway = true
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(`${sentence.slice(0, -1)}. The rows may be out of date.`)).toBeDefined()
    for (const text of shown) expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByText(agencyUserMessages.loadFailed)).toBeNull()
  },
)

test('a log of which nothing is known of the user is an empty one', async () => {
  cleanWhenFinished()
  await answeringCalls({
    GetAgencyUserEmailEvents: refused(2, 'No such user.'),
    GetAgencyUserEmailVerificationStatus: refused(2, 'No such user.'),
  })
  render(<Mails />, { wrapper: Queries })
  expect(await screen.findByText(agencyUserMessages.noData)).toBeDefined()
  expect(screen.queryByText(agencyUserMessages.loadFailed)).toBeNull()
})
