// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { MadeUserNote } from './made-user.tsx'

const unknown = {
  commandId: 7,
  command: 'superUsers',
  argument: '',
  state: 'failed',
  reason: 'unknownCommand',
  output: 'This version does not know the command superUsers.',
  result: null,
}
/** A later one, for another temporary user. */
const cancelled = { ...unknown, commandId: 8, state: 'cancelled', reason: null, output: '' }

test('a temporary user whom the agency’s software does not take is told beside the password', async () => {
  await answeringCalls({
    GetAgencySoftwareStatus: done({ connected: true, lastSeenAt: '2026-11-20T08:00:01.000Z', open: [] }),
    GetAgencyQueuedCommands: done(cancelled, unknown),
  })
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  const made = { username: '--0', password: 'Xk4#aaaa', expiresOn: '2026-11-20T10:00:00.000Z', commandId: 7 }
  render(<MadeUserNote agencyId={6938} made={made} />, { wrapper })
  // Longer ones are cut.
  const reason = await screen.findByRole('group', { name: 'Why the command failed' })
  await waitFor(() =>
    expect(reason.textContent).toBe(
      "Not passed on to the agency: this version of the agency's software cannot let temporary users in.",
    ),
  )
  expect([reason.tabIndex, reason.dataset['tip']]).toEqual([0, reason.textContent])
})
