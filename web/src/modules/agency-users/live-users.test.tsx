// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { P } from '@agency-support/contract/permissions'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, hold, Queries } from '../../../test/mounted.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { LiveUsers } from './live-users.tsx'
import { agencyUserMessages } from './messages.ts'

const user = {
  grantId: 7,
  username: '--0',
  createdBy: 'ann@support.test',
  created: '2026-11-20T08:00:00.000Z',
  expires: '2026-11-20T16:00:00.000Z',
}
const everythingElse = Object.values(P).filter((id) => id !== P.SuperUserCreation)

test.each([
  [[P.CanAccess, P.SuperUserCreation], true],
  [everythingElse, false],
])('whoever holds %j may revoke a temporary user: %s', async (permissions, may) => {
  cleanWhenFinished()
  onTestFinished(confirmStore.dismiss)
  hold(permissions)
  await answeringCalls({ GetLiveSuperUsers: done(user) })
  render(<LiveUsers agencyId={6938} now="2026-11-20T09:00:00.000Z" />, { wrapper: Queries })
  const revoke = await screen.findByRole<HTMLButtonElement>('button', { name: 'Revoke now: --0' })
  fireEvent.click(revoke)
  expect([!revoke.disabled, confirmStore.current() !== null]).toEqual([may, may])
  const why =
    'You do not have permission to create temporary users. Please contact your manager for assistance. Needs the SuperUserCreation permission.'
  expect(screen.queryAllByText(why)).toHaveLength(may ? 0 : 1)
})

test('a revocation is called queued until the agency’s software has collected it, and failed if it cannot', async () => {
  cleanWhenFinished()
  onTestFinished(confirmStore.dismiss)
  hold([P.CanAccess, P.SuperUserCreation])
  const queued = {
    commandId: 70,
    command: 'superUsers',
    argument: '',
    created: user.created,
    issuedBy: 'ann',
  }
  let open: readonly object[] = []
  let ended: readonly object[] = []
  await answeringCalls({
    GetLiveSuperUsers: done(user),
    RevokeSuperUser: () => {
      open = [{ ...queued, state: 'queued' }]
      return done({ commandId: queued.commandId })
    },
    GetAgencySoftwareStatus: () => done({ lastSeenAt: null, open }),
    GetAgencyQueuedCommands: () => done(...ended),
  })
  render(<LiveUsers agencyId={6938} now="2026-11-20T09:00:00.000Z" />, { wrapper: Queries })
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke now: --0' }))
  expect(agencyUserMessages.revoking).toContain('as soon as it has collected this')
  await act(async () => confirmStore.current()?.answer(true))
  expect(await screen.findByText(/^Queued; the agency's software has never called/)).toBeDefined()
  const queue = callKey(agencyCommands.queue, { agencyId: 6938 })
  await waitFor(() => expect(queryClient.getQueryData(queue)).toEqual([]))
  open = []
  ended = [{ ...queued, state: 'failed', reason: 'unknownCommand', output: '', result: null }]
  await act(() => queryClient.invalidateQueries())
  const why = "Not shut out: this version of the agency's software cannot shut temporary users out."
  expect(await screen.findByText(why)).toBeDefined()
})

test('what is left to a temporary user is told to the minute in its last two hours', async () => {
  cleanWhenFinished()
  hold([P.CanAccess])
  await answeringCalls({ GetLiveSuperUsers: done(user) })
  render(<LiveUsers agencyId={6938} now="2026-11-20T14:05:00.000Z" />, { wrapper: Queries })
  expect(await screen.findByText('(in 115 min)')).toBeDefined()
})
