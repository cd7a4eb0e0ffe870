// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { securityMessages } from './messages.ts'
import { Page } from './security-page.tsx'

test.each([false, true])('new codes are shown, or that nobody has seen them: left %s', async (isLeft) => {
  onTestFinished(() => notify.clear())
  const late = lateAnswer()
  const server = await answeringCalls({
    GetSecondFactor: done({ totp: true, passkeys: [], recoveryCodesLeft: 3 }),
    RenewRecoveryCodes: late.answer,
  })
  const { wrapper } = await openPage('/security')
  const { unmount } = render(<Page />, { wrapper })
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
  await act(async () => confirmStore.current()?.answer(true))
  await waitFor(() => expect(server.names()).toContain('RenewRecoveryCodes'))
  if (isLeft) unmount()
  await act(async () => late.give(done({ recoveryCodes: ['aaaa-bbbb'] })))
  if (isLeft) await waitFor(() => expect(notify.current()?.text).toBe(securityMessages.unseenCodes))
  else expect(await screen.findByText('aaaa-bbbb')).toBeDefined()
})
