// @vitest-environment jsdom
import { maxPerType } from '@agency-support/contract/rules/email'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubResizeObserver } from '../../../test/without-layout.ts'
import { emailMessages } from './messages.ts'
import { Page } from './suppressions-page.tsx'

const answer = (message: string, ...names: readonly string[]) => ({
  code: 0,
  message,
  data: names.map((name) => ({ email: `${name}@b.test`, type: 'bounce', is6x: false })),
})
const cut = answer(
  'Only 10,000 addresses are listed of: Bounce.',
  ...Array.from({ length: maxPerType }, (_, at) => `a${at}`),
)

test('that an address is not suppressed is said only once the provider has been asked for it', async () => {
  stubResizeObserver()
  const late = lateAnswer()
  const server = await answeringCalls({
    GetEmailSuppressions: ({ search }) => {
      if (search === undefined) return cut
      return search === 'ann' ? answer('', 'ann') : late.answer()
    },
  })
  const { wrapper } = await openPage('/email-management')
  render(<Page />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = screen.getByRole('textbox', { name: 'Search' })
  await screen.findByText('10,000 rows')
  await user.type(field, 'ann')
  await screen.findByText('ann@b.test')
  await user.clear(field)
  await user.type(field, 'bob')
  expect(await screen.findByText(emailMessages.emptyOfListed)).toBeDefined()
  await waitFor(() => expect(server.inputs('GetEmailSuppressions')).toHaveLength(3))
  expect(screen.queryByText(emailMessages.empty)).toBeNull()
  late.give({ code: 2, message: '', data: [] })
  expect(await screen.findByText(emailMessages.empty)).toBeDefined()
})

test('an address can be copied, and each of its suppressions is told, also two of one moment', async () => {
  stubResizeObserver()
  HTMLElement.prototype.scrollIntoView = () => undefined
  const at = '2026-11-20T02:56:23Z'
  await answeringCalls({
    GetEmailSuppressions: answer('', 'ann'),
    GetEmailSuppressionDetails: done(
      { ts: at, reason: 'Mailbox full', status: '5.2.2' },
      { ts: at, reason: 'No such user', status: '5.1.1' },
    ),
  })
  const said = vi.spyOn(console, 'error')
  onTestFinished(() => said.mockRestore())
  const { wrapper } = await openPage('/email-management')
  render(<Page />, { wrapper })
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Copy email ann@b.test' }))
  expect(await navigator.clipboard.readText()).toBe('ann@b.test')
  await user.click(screen.getByRole('button', { name: /^Show Details/ }))
  expect(await screen.findByText('Mailbox full')).toBeDefined()
  expect(screen.getByText('No such user')).toBeDefined()
  expect(said).not.toHaveBeenCalled()
})
