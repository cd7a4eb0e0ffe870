// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { EsignatureDetails, RegisteredUser } from '@agency-support/contract/modules/esignature'
import { P } from '@agency-support/contract/permissions'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { DangerCard } from './danger-card.tsx'

afterEach(notify.clear)

const agency = { agencyId: 6938, name: 'Smith Insurance' } as AgencyConfig
const mine = [P.CanAccess, P.CancelAgencySubscription]
const everythingElse = Object.values(P).filter((id) => id !== P.CancelAgencySubscription)

/** The card of an agency with so many registered users, as somebody with these permissions sees it. */
async function openCard(permissions: readonly number[], given: { subscribed: boolean; users: number }) {
  hold(permissions)
  const { wrapper } = await openPage()
  const details: EsignatureDetails = {
    subscribed: given.subscribed,
    subscriptionDate: '2026-03-01T14:00:00Z',
    groupId: 'g1',
    registeredUsers: Array.from(
      { length: given.users },
      (_, at) => ({ accountId: `${at}` }) as RegisteredUser,
    ),
    works: [],
  }
  render(<DangerCard agency={agency} details={details} />, { wrapper })
  const cancel = screen.getByRole<HTMLButtonElement>('button', {
    name: 'Cancel the e-signature subscription',
  })
  return {
    canCancel: !cancel.disabled,
    tip: cancel.getAttribute('data-tip'),
    hasCleanup: screen.queryByRole('button', { name: 'Cleanup of registered users' }) !== null,
  }
}

test.each([
  [mine, true, true, 'Cancel the e-signature subscription'],
  [mine, false, false, 'The agency is not subscribed.'],
  [everythingElse, true, false, 'You do not have permission to perform this action.'],
])(
  '[ESIG-06] [ESIG-07] with %j and subscribed %s, Cancel is enabled %s and says %s',
  async (held, subscribed, canCancel, tip) => {
    expect(await openCard(held, { subscribed, users: 2 })).toMatchObject({ canCancel, tip })
  },
)

test.each([
  [mine, false, 1, true],
  [everythingElse, false, 1, false],
  [mine, true, 1, false],
  [mine, false, 0, false],
])(
  '[ESIG-08] with %j, subscribed %s and %i registered users, Cleanup appears %s',
  async (held, subscribed, users, appears) => {
    expect((await openCard(held, { subscribed, users })).hasCleanup).toBe(appears)
  },
)

const failedBy = (answer: number | { message: string }) => (typeof answer === 'number' ? '' : answer.message)

describe.each([
  {
    row: '[ESIG-10] [ESIG-28]',
    button: 'Cancel the e-signature subscription',
    command: 'ESignatureCancelAgencySubscription',
    subscribed: true,
    gone: 'The agency is not subscribed.',
    done: 'Successfully Cancelled ESignature Subscription',
    failed: 'Error Cancelling ESignature Subscription',
  },
  {
    row: '[ESIG-11] [ESIG-28]',
    button: 'Cleanup of registered users',
    command: 'ESignatureCleanupAgencySubscription',
    subscribed: false,
    gone: 'There are no registered users.',
    done: 'Successfully Cleaned Up ESignature Subscription',
    failed: 'Error Cleaning Up ESignature Subscription',
  },
])('$row $command', (act) => {
  test.each([
    [done(), 'ok'],
    [refused(2, act.gone), 'ok'],
    [refused(409, 'This is under way already.'), 'error'],
    [500, 'error'],
  ] as const)('[PROV-51] answered %j is shown as %s', async (answer, level) => {
    const server = await answeringCalls({ [act.command]: answer })
    await openCard(mine, { subscribed: act.subscribed, users: 1 })
    fireEvent.click(screen.getByRole('button', { name: act.button }))
    expect(confirmStore.current()?.typed).toEqual({ kind: 'agencyId', agencyId: 6938 })
    confirmStore.current()?.answer(true)
    await waitFor(() => expect(notify.current()).toMatchObject({ level, ms: 5000 }))
    const text = level === 'ok' ? act.done : [act.failed, failedBy(answer)].filter(Boolean).join('\n')
    expect(notify.current()?.text).toBe(text)
    expect(server.inputs(act.command)).toEqual([{ agencyId: 6938 }])
  })
})
