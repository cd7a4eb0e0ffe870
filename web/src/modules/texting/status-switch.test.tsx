// @vitest-environment jsdom
import { P } from '@agency-support/contract/permissions'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done } from '../../../test/answering-calls.ts'
import { hold } from '../../../test/mounted.tsx'
import { openPage } from '../../../test/page.tsx'
import { notify } from '../../components/messages/notify.ts'
import { StatusSwitch } from './status-switch.tsx'

afterEach(() => notify.clear())

const needed = 'Texting needs the campaign, which Bandwidth refused.'

test.each([
  [false, 'ok', 'Texting enabled successfully.'],
  [true, 'error', `Texting enabled successfully. ${needed}`],
])('texting that is enabled while its campaign is refused (%j) says so', async (refused, level, text) => {
  const status = (now: number) => done({ productKey: 5, status: now })
  const server = await answeringCalls({
    GetAgencyProductStatus: status(1),
    UpdateAgencyProductStatus: status(0),
  })
  const { wrapper } = await openPage()
  hold([P.CanManageTexting])
  render(<StatusSwitch agencyId={6938} complete refused={refused} />, { wrapper })
  const toggle = await screen.findByRole('switch', { name: 'Pending' })
  expect(screen.queryAllByText(needed)).toHaveLength(refused ? 1 : 0)
  await userEvent.setup({ delay: null }).click(toggle)
  await waitFor(() => expect(notify.current()).toMatchObject({ level, text }))
  expect(server.inputs('UpdateAgencyProductStatus')).toEqual([{ agencyId: 6938, productKey: 5, status: 0 }])
})
