// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { profileStore } from '../../lib/profile.ts'
import { stepUp } from '../../lib/requests/step-up.ts'
import { notify } from '../messages/notify.ts'
import { StepUpHost } from './step-up.tsx'

const code = vi.hoisted(() => ({ isThere: false }))
vi.mock(import('./step-up-dialog.tsx'), (load) => {
  if (!code.isThere) throw new Error('not there')
  return load()
})

afterEach(() => {
  profileStore.set(null)
  notify.clear()
})

test('a question whose code cannot be loaded is answered with no, says so, and is asked the next time', async () => {
  profileStore.set({
    hsUserName: 'ann@support.test',
    exp: 4e9,
    permissions: [2000],
    passwordChangeRequired: false,
  })
  const { wrapper } = await openPage()
  render(<StepUpHost />, { wrapper })
  const ask = () =>
    stepUp.ask({
      path: location.pathname,
      says: null,
      asked: { by: ['password'] },
      judge: () => Promise.resolve(null),
    })
  const answered = vi.fn<(confirmed: boolean) => void>()
  act(() => void ask().then(answered))
  await waitFor(() => expect(answered.mock.calls).toEqual([[false]]))
  expect(notify.current()).toMatchObject({
    level: 'error',
    text: 'The dialog could not be loaded. Try again.',
  })
  code.isThere = true
  act(() => void ask())
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' })
})
