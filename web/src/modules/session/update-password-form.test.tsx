// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { profileStore } from '../../lib/profile.ts'
import { sessionMessages } from './messages.ts'
import { UpdatePasswordForm } from './update-password-form.tsx'

const claims = {
  hsUserName: 'lee',
  exp: Date.now() / 1000 + 3_600,
  permissions: [],
  passwordChangeRequired: false,
}

test.each([false, true])('a changed password leads on only from its own form: left %s', async (isLeft) => {
  cleanWhenFinished()
  onTestFinished(() => {
    notify.clear()
    profileStore.set(null)
  })
  profileStore.set(claims)
  let answer: (() => void) | undefined
  await answeringServer(({ path }, response) => {
    if (path.includes('whoami')) return json(response, { claims })
    answer = () => json(response, { code: 0, message: '', data: [] })
  })
  const onUpdated = vi.fn<() => void>()
  const { unmount } = render(<UpdatePasswordForm secondFactor={false} onUpdated={onUpdated} />)
  for (const label of ['New Password', 'Repeat New Password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'correct horse battery' } })
  fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByText(sessionMessages.updating)
  await waitFor(() => expect(answer).toBeDefined())
  if (isLeft) unmount()
  await act(async () => answer?.())
  await waitFor(() => expect(notify.current()?.text).toBe(sessionMessages.passwordUpdated))
  expect(onUpdated).toHaveBeenCalledTimes(isLeft ? 0 : 1)
})
