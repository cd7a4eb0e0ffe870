// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { HeldPermissions } from '../../components/permission-gate.tsx'
import { notify } from '../../components/notify.ts'
import { Part } from './key-card.tsx'
import { keyMessages } from './messages.ts'

const agency = { agencyId: 6938, name: 'Smith Insurance' } as AgencyConfig

test.each([false, true])('a new key is shown, or that nobody has seen it: left %s', async (isLeft) => {
  cleanWhenFinished()
  onTestFinished(notify.clear)
  const late = lateAnswer()
  const server = await answeringCalls({ GetAgencyKey: done(), IssueAgencyKey: late.answer })
  const { unmount } = render(
    <HeldPermissions value={[P.CreateNewAgency]}>
      <Part agency={agency} />
    </HeldPermissions>,
    { wrapper: Queries },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Issue key' }))
  await waitFor(() => expect(server.names()).toContain('IssueAgencyKey'))
  if (isLeft) unmount()
  await act(async () => late.give(done({ key: 'ak_secret' })))
  if (isLeft) await waitFor(() => expect(notify.current()?.text).toContain(keyMessages.unseen))
  else expect(await screen.findByText('ak_secret')).toBeDefined()
})
