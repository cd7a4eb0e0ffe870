// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import type { StaffAccount } from '@agency-support/contract/modules/staff'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { Page } from './accounts-page.tsx'
import { staffMessages } from './messages.ts'

const lee: StaffAccount = {
  username: 'lee@support.test',
  firstName: 'Lee',
  lastName: 'Brown',
  status: 0,
  mfa: 1,
  permissions: [],
  version: 1,
  lastSignInAt: null,
  openSessions: 0,
  locked: false,
}

test.each([false, true])('a new password is shown, or that nobody has seen it: left %s', async (isLeft) => {
  stubResizeObserver()
  onTestFinished(notify.clear)
  hold([P.CanResetPassword])
  const late = lateAnswer()
  const server = await answeringCalls({ ListStaffAccounts: done(lee), ResetStaffPassword: late.answer })
  const { wrapper } = await openPage('/staff-accounts')
  const { unmount } = render(<Page />, { wrapper })
  fireEvent.click(await screen.findByText(lee.username))
  fireEvent.click(await screen.findByRole('button', { name: 'Reset password' }))
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(server.names()).toContain('ResetStaffPassword'))
  if (isLeft) unmount()
  await act(async () => late.give(done({ account: lee, password: 'once-only' })))
  const unseen = staffMessages.unseenPassword(lee)
  if (isLeft) await waitFor(() => expect(notify.current()?.text).toBe(unseen))
  else expect(await screen.findByText('once-only')).toBeDefined()
})
