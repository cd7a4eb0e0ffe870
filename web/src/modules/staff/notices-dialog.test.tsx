// @vitest-environment jsdom
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { AccountNotices } from './account-notices.tsx'
import { staffMessages } from './messages.ts'

const notice = {
  noticeId: 5,
  kind: 'passwordSet',
  doneBy: 'ann@support.test',
  at: '2026-11-20T10:00:00.000Z',
}

test.each([
  ['here', done()],
  ['elsewhere', refused(...staff.dismissNotices.refusals.none)],
])('notices that were dismissed %s go, although they cannot be read again', async (_where, answer) => {
  const answers = [done(notice)]
  await answeringCalls({
    ListMyAccountNotices: () => answers.shift() ?? 500,
    DismissMyAccountNotices: answer,
  })
  hold([P.CanAccess])
  const { wrapper } = await openPage()
  render(<AccountNotices />, { wrapper })
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: staffMessages.noticesTitle })).toBeNull())
})
