// @vitest-environment jsdom
import { agencies } from '@agency-support/contract/modules/agencies'
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { profileStore } from '../../lib/profile.ts'
import { send } from '../../lib/requests/api.ts'
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

test('a call whose question cannot be loaded says so where it says why it failed, and asks the next time', async () => {
  profileStore.set({
    hsUserName: 'ann@support.test',
    exp: 4e9,
    permissions: [2000],
    passwordChangeRequired: false,
  })
  await answeringCalls({
    UpdateAgencyName: refused(428, 'Please confirm that it is you.'),
    BeginStepUp: done({ by: ['password'], passkey: null }),
    RemoveTotp: refused(428, 'Type a code.', { by: ['code'] }),
  })
  const { wrapper } = await openPage()
  render(<StepUpHost />, { wrapper })
  const rename = () => send(agencies.updateName, { agencyId: 6938, name: 'Lee', version: 1 })
  const notLoaded = { kind: 'refused', message: 'The dialog could not be loaded. Try again.' }
  const said = vi.fn<(outcome: unknown) => void>()
  act(() => void rename().then(said))
  await waitFor(() => expect(said.mock.calls).toMatchObject([[notLoaded]]))
  act(() => void send(secondFactor.removeTotp, {}).then(said))
  await waitFor(() => expect(said.mock.calls).toMatchObject([[notLoaded], [notLoaded]]))
  expect(notify.current()).toBeNull()
  code.isThere = true
  act(() => void rename())
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' })
})
