// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { profileStore } from '../../lib/profile.ts'
import { stepUp, type StepUpAnswer } from '../../lib/requests/step-up.ts'
import { StepUpHost } from './step-up.tsx'

afterEach(() => profileStore.set(null))

test('a question who is acting ends with the session, and is not asked of whoever signs in next', async () => {
  const claims = {
    hsUserName: 'ann@support.test',
    exp: 4e9,
    permissions: [2000],
    passwordChangeRequired: false,
  }
  profileStore.set(claims)
  const { wrapper } = await openPage()
  render(<StepUpHost />, { wrapper })
  const answered = vi.fn<(answer: StepUpAnswer) => void>()
  const question = { path: location.pathname, says: null, asked: { by: ['password' as const] } }
  act(() => void stepUp.ask({ ...question, judge: () => Promise.resolve(null) }).then(answered))
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' })
  await act(async () => profileStore.set(null))
  expect(answered.mock.calls).toEqual([[false]])
  await act(async () => profileStore.set({ ...claims, hsUserName: 'bob@support.test' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
