// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, hold, Queries } from '../../../test/mounted.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { LiveUsers } from './live-users.tsx'

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
    'You do not have permission to create temporary users. Please contact your manager for assistance.'
  expect(screen.queryAllByText(why)).toHaveLength(may ? 0 : 1)
})

test('what is left to a temporary user is told to the minute in its last two hours', async () => {
  cleanWhenFinished()
  hold([P.CanAccess])
  await answeringCalls({ GetLiveSuperUsers: done(user) })
  render(<LiveUsers agencyId={6938} now="2026-11-20T14:05:00.000Z" />, { wrapper: Queries })
  expect(await screen.findByText('(in 115 min)')).toBeDefined()
})
