// @vitest-environment jsdom
import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lockedUser } from '../../../test/agency-user.ts'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { agencyUserMessages } from './messages.ts'
import { type UserActions, UserCard } from './user-card.tsx'

const problem = "Not unlocked: the agency's software could not do it. The file is locked."
const user = lockedUser({ unlockProblem: problem })
const actions: UserActions = {
  now: '2026-11-20T09:00:00.000Z',
  whyNotUnlock: undefined,
  unlocking: [],
  unlock: () => undefined,
  wasUnlocked: () => false,
  whyQueued: () => null,
  openSettings: () => undefined,
}

test('a user whom the software did not unlock has the reason in the room of the lock, another none', () => {
  const { rerender } = render(<UserCard user={user} actions={actions} />)
  expect(screen.getByRole('status').textContent).toBe(problem)
  // Longer ones are cut.
  const reason = screen.getByRole('group', { name: `Why ${user.username} was not unlocked` })
  expect([reason.tabIndex, reason.dataset['tip']]).toEqual([0, problem])
  rerender(<UserCard user={{ ...user, unlockProblem: null }} actions={actions} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a user locked again while the list is open has no such room, and the reason beside the lock', async () => {
  stubResizeObserver()
  cleanWhenFinished()
  const unlocked = { ...user, status: 0, unlockProblem: null }
  const { rerender } = render(<UserCard user={unlocked} actions={actions} />)
  expect(screen.queryByRole('button', { name: problem })).toBeNull()
  rerender(<UserCard user={user} actions={actions} />)
  // By keyboard and touch, too.
  await userEvent.click(screen.getByRole('button', { name: problem }))
  const reason = await screen.findByRole('note', { name: `Why ${user.username} was not unlocked` })
  expect(reason.textContent).toBe(problem)
})

test('a user of a server of an older release, which sends no such reason, has no mark without words', () => {
  const { unlockProblem: _, ...sent } = user
  const { container, rerender } = render(<UserCard user={{ ...user, status: 0 }} actions={actions} />)
  rerender(<UserCard user={sent as AgencyUser} actions={actions} />)
  const images = within(container).getAllByRole('img')
  expect(images.map((image) => image.getAttribute('aria-label'))).toEqual([agencyUserMessages.verified])
})

test('where the browser does not copy the initials, they are selected, not the name', async () => {
  cleanWhenFinished()
  const { container } = render(<UserCard user={user} actions={actions} />)
  within(container).getByRole('button', { name: 'Copy initials LCK' }).click()
  await waitFor(() => expect(String(getSelection())).toBe('LCK'))
})
