// @vitest-environment jsdom
import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import { UserActionsContext } from './user-actions.ts'

const gone: RegisteredUser = {
  emailAddress: 'gone@lee.example',
  userInitials: 'GON',
  isAdmin: false,
  isValidated: true,
  dateCreated: '2026-03-15T12:00:00Z',
  accountId: '4',
  version: 1,
}
const details = {
  subscribed: true,
  subscriptionDate: '2026-03-15T12:00:00Z',
  groupId: 'g7',
  registeredUsers: [gone],
  works: [],
}

test('[PROV-56] Formstack is asked by the button only, and the repair of an account that it lacks opens its deletion', async () => {
  cleanWhenFinished()
  const server = await answeringCalls({
    GetFormstackGroupDetails: done({ id: 'g7', active: true, startDate: null, users: [] }),
  })
  const light = { begun: () => undefined, ended: () => undefined }
  const [editId, remove] = [vi.fn<() => void>(), vi.fn<(user: RegisteredUser) => void>()]
  const actions = { editId, remove, whyNotEdit: undefined, whyNotDelete: undefined, deleting: [] }
  render(
    <UserActionsContext value={actions}>
      <ComparisonCard agencyId={6938} details={details} light={light} />
    </UserActionsContext>,
    { wrapper: Queries },
  )
  expect(server.names()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Compare with Formstack' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete gone@lee.example here' }))
  expect([remove.mock.calls, editId.mock.calls]).toEqual([[[gone]], []])
  expect(server.names()).toEqual(['GetFormstackGroupDetails'])
})
