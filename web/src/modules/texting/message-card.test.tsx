// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answeringCalls } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { MessageCard } from './message-card.tsx'

test('the address names the message that is shown, and each Find asks once', async () => {
  const server = await answeringCalls({
    AdminGetMessageById: { code: 2, message: 'Message not found', data: [] },
  })
  const { wrapper, address } = await openPage('/agency-detail/6938?message=m-1', '/agency-detail/$id')
  render(<MessageCard agencyId={6938} />, { wrapper })
  const asked = () =>
    server.inputs('AdminGetMessageById').map((input) => (input as { messageId: string }).messageId)
  await vi.waitFor(() => expect(asked()).toEqual(['m-1']))
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole('textbox', { name: 'Message id' })
  await user.clear(field)
  await user.type(field, ' m-2 {Enter}')
  await vi.waitFor(() => expect(asked()).toEqual(['m-1', 'm-2']))
  expect(address()).toBe('/agency-detail/6938?message=m-2')
  await screen.findByText('Message not found')
  await user.type(field, '{Enter}')
  await vi.waitFor(() => expect(asked()).toEqual(['m-1', 'm-2', 'm-2']))
})
