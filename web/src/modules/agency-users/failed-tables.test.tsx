// @vitest-environment jsdom
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answeringServer } from '../../../test/answering-server.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { CreationLog } from './creation-log.tsx'
import { agencyUserMessages } from './messages.ts'
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
  return <UsersTable users={query.data} actions={actions} query={query} onRetry={nothing} />
}

function Log() {
  return <CreationLog agencyId={6938} />
}

test.each([
  ['users', Users, agencyUserMessages.loadFailed],
  ['created users', Log, agencyUserMessages.logsFailed],
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
