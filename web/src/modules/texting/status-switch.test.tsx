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

test('a change can be undone beside the switch, which then has the focus', async () => {
  const answers = [0, 1].map((status) => done({ productKey: 5, status }))
  const server = await answeringCalls({
    GetAgencyProductStatus: done({ productKey: 5, status: 1 }),
    UpdateAgencyProductStatus: () => answers.shift() ?? 500,
  })
  const { wrapper } = await openPage()
  hold([P.CanManageTexting])
  render(<StatusSwitch agencyId={6938} complete refused={false} />, { wrapper })
  const person = userEvent.setup({ delay: null })
  const toggle = await screen.findByRole('switch', { name: 'Pending' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await person.click(toggle)
  await person.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(document.activeElement).toBe(toggle)
  expect(server.inputs('UpdateAgencyProductStatus')).toMatchObject([{ status: 0 }, { status: 1 }])
})
