// @vitest-environment jsdom
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, refused } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { rememberPlace } from '../../lib/drafts.ts'
import { CreateDialog } from './create-dialog.tsx'

test('of what was typed when the session ended the browser keeps the reason, and no password', async () => {
  onTestFinished(() => sessionStorage.clear())
  hold([P.CanAccess, P.SuperUserCreation])
  const { wrapper } = await openPage()
  render(<CreateDialog agencyId={6938} usernames={[]} onClose={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  await user.clear(password)
  await user.type(password, 'Grün-Haus-77')
  await user.type(screen.getByLabelText('Reason (optional)'), 'Call 4711')
  rememberPlace('ann', { href: '/agency-detail/6938', title: 'Lee Agency', why: 'ended' })
  const kept = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])
  expect(kept).toContain('Call 4711')
  expect(kept).not.toContain('Haus-77')
})

test('initials that are in use give way to the next, which is said, and the refusal goes with an edit', async () => {
  const [code, sentence] = agencyUsers.createSuperUser.refusals.taken
  await answeringCalls({ '/agency/profile/create-5x-super-user': refused(code, sentence) })
  hold([P.CanAccess, P.SuperUserCreation])
  const { wrapper } = await openPage()
  render(<CreateDialog agencyId={6938} usernames={[]} onClose={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  const description = /--0 is in use; the next available were filled in\./
  const initials = screen.getByRole<HTMLInputElement>('textbox', { name: 'Initials', description })
  expect(initials.value).toBe('--1')
  await user.type(screen.getByLabelText('Reason (optional)'), 'Call 4711')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.clear(initials)
  await user.type(initials, 'abc')
  expect(screen.getByRole('textbox', { name: 'Initials', description: /^Next available/ })).toBe(initials)
})
