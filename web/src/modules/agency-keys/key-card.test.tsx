// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, hold, Queries } from '../../../test/mounted.tsx'
import { notify } from '../../components/messages/notify.ts'
import { Part } from './key-card.tsx'
import { keyMessages } from './messages.ts'

const agency = { agencyId: 6938, name: 'Smith Insurance' } as AgencyConfig

test.each([false, true])('a new key is shown, or that nobody has seen it: left %s', async (isLeft) => {
  cleanWhenFinished()
  onTestFinished(notify.clear)
  const late = lateAnswer()
  const server = await answeringCalls({ GetAgencyKey: done(), IssueAgencyKey: late.answer })
  hold([P.CreateNewAgency])
  const { unmount } = render(<Part agency={agency} />, { wrapper: Queries })
  fireEvent.click(await screen.findByRole('button', { name: 'Issue key' }))
  await waitFor(() => expect(server.names()).toContain('IssueAgencyKey'))
  if (isLeft) unmount()
  await act(async () => late.give(done({ key: 'ak_secret' })))
  if (isLeft) await waitFor(() => expect(notify.current()?.text).toContain(keyMessages.unseen))
  else expect(await screen.findByText('ak_secret')).toBeDefined()
})

const everythingBut = (...lacking: number[]) => Object.values(P).filter((id) => !lacking.includes(id))
const key = { since: '2026-11-20T09:00:00.000Z', lastUsedAt: null, previousUntil: null }

test.each([
  [done(), everythingBut(P.CreateNewAgency), ['Issue key'], 'Needs the CreateNewAgency permission.'],
  [
    done(key),
    everythingBut(P.AgencyManagementAdmin),
    ['Rotate key', 'Revoke key'],
    'Needs the AgencyManagementAdmin permission.',
  ],
])(
  '[TRUTH-13] without 2002 no key is issued, without 6000 none rotated or revoked: %j',
  async (answer, held, names, why) => {
    cleanWhenFinished()
    await answeringCalls({ GetAgencyKey: answer })
    hold(held)
    render(<Part agency={agency} />, { wrapper: Queries })
    await screen.findByRole('button', { name: names[0] ?? '' })
    const buttons = () =>
      screen
        .getAllByRole<HTMLButtonElement>('button')
        .map(({ textContent, disabled }) => [textContent, disabled])
    expect(buttons()).toEqual(names.map((name) => [name, true]))
    expect(screen.getAllByText(why)).toHaveLength(names.length)
    act(() => hold(everythingBut()))
    expect(buttons()).toEqual(names.map((name) => [name, false]))
  },
)
