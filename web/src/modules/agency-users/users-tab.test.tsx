// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { lockedUser } from '../../../test/agency-user.ts'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { cleanWhenFinished, hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { said } from '../../../test/said.ts'
import { Announcer } from '../../components/messages/announce.tsx'
import { stubMatchMedia, stubResizeObserver } from '../../../test/without-layout.ts'
import { Tab } from './users-tab.tsx'

test('an agency that has reported no users is said so as cards and as a table', async () => {
  stubMatchMedia()
  stubResizeObserver()
  await answeringServer((_asked, response) => json(response, done()))
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(<Tab agency={agency} />, { wrapper })
  const sentence = 'The agency has reported no users yet.'
  expect(await screen.findByText(sentence)).toBeDefined()
  act(() => screen.getByRole('button', { name: 'Show as table' }).click())
  expect(await screen.findByRole('table', { name: 'Users of the agency' })).toBeDefined()
  expect(screen.getByText(sentence)).toBeDefined()
})

test('that unlocking waits for the agency’s software is announced once for all who wait', async () => {
  stubMatchMedia()
  stubResizeObserver()
  cleanWhenFinished()
  hold([P.CanUnlockAgencyUsers])
  const order = { command: 'unlockUser', created: '2026-11-20T08:00:00Z', issuedBy: 'ann', state: 'queued' }
  await answeringCalls({
    GetAgencyUsers: done(lockedUser(), lockedUser({ username: 'OLD' })),
    GetAgencySoftwareStatus: done({
      connected: false,
      lastSeenAt: null,
      open: [
        { ...order, commandId: 1, argument: 'LCK' },
        { ...order, commandId: 2, argument: 'OLD' },
      ],
    }),
    UnlockUser5x: done(),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(
    <>
      <Tab agency={agency} />
      <Announcer />
    </>,
    { wrapper },
  )
  const sentence = "Queued; the agency's software has never called, so nothing will collect it yet."
  const unlock = await screen.findByRole('button', { name: 'Unlock LCK' })
  act(() => unlock.click())
  await waitFor(() => expect(said()).toEqual([sentence]))
  const line = screen.getAllByText(sentence).find((element) => element.closest('li') !== null)
  expect(line?.closest('[role="status"]')).toBeNull()
})
