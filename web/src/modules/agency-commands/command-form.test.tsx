// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { notify } from '../../components/messages/notify.ts'
import { CommandForm } from './command-form.tsx'
import { commandMessages } from './messages.ts'

afterEach(() => notify.clear())

const filled = { command: 'sync', argument: '00000017' } as const
const opened = '/agency-detail/6938?tab=command&command=sync&argument=00000017'

/** The form as a link fills it, with a command that has been sent and not answered yet. */
async function send() {
  const late = lateAnswer()
  await answeringCalls({ IssueCommandToAgency: late.answer })
  const page = await openPage(opened, '/agency-detail/$id')
  const onQueued = vi.fn<(commandId: number) => void>()
  const { unmount } = render(<CommandForm agencyId={6938} filled={filled} onQueued={onQueued} />, {
    wrapper: page.wrapper,
  })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Execute' }))
  const answer = async (): Promise<void> => {
    await act(async () => late.give(done({ commandId: 7 })))
    await waitFor(() => expect(notify.current()?.text).toBe(commandMessages.queued))
  }
  return { ...page, user, unmount, answer, onQueued }
}

const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Client Ids' })

test('a queued command empties the form and takes its link out of the address', async () => {
  const { address, answer, onQueued } = await send()
  await answer()
  await waitFor(() => expect(address()).toBe('/agency-detail/6938?tab=command'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(onQueued.mock.calls).toEqual([[7]])
})

test('what was typed while a command was sent is kept', async () => {
  const { user, answer, onQueued } = await send()
  await user.clear(getField())
  await user.type(getField(), '00000018')
  await answer()
  expect(onQueued.mock.calls).toEqual([[7]])
  expect(getField().value).toBe('00000018')
})

test('a digit too many is told where it was typed, until something else is', async () => {
  const { user, answer } = await send()
  await answer()
  await user.click(screen.getByRole('radio', { name: 'Sync Clients' }))
  await user.type(getField(), '123456789')
  expect(getField().value).toBe('12345678')
  expect(screen.getByText('Kept the first 8 digits of 1 id.')).toBeDefined()
  await user.type(getField(), ',')
  expect(screen.queryByText('Kept the first 8 digits of 1 id.')).toBeNull()
})

test('a command that is answered after the tab was left moves nobody', async () => {
  const { router, unmount, answer, onQueued } = await send()
  const navigate = vi.spyOn(router, 'navigate')
  unmount()
  await answer()
  expect(onQueued.mock.calls).toEqual([[7]])
  expect(navigate).not.toHaveBeenCalled()
})
