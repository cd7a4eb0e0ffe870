// @vitest-environment jsdom
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { startRegistration } from '@simplewebauthn/browser'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { AddPasskey } from './add-passkey.tsx'
import { securityMessages } from './messages.ts'

// A page outside of a browser has no passkeys.
vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<object>()),
  browserSupportsWebAuthn: () => true,
  startRegistration: vi.fn(),
}))

/** The screen, whose status is read again late. */
async function open() {
  cleanWhenFinished()
  const late = lateAnswer()
  const answers = [refused(2, ''), late.answer()]
  await answeringCalls({
    BeginPasskey: done({ options: {} }),
    FinishPasskey: done({ recoveryCodes: ['aaaa-bbbb'] }),
    GetSecondFactor: () => answers.shift() ?? 500,
  })
  const onCodes = vi.fn<(codes: readonly string[]) => void>()
  function Page() {
    useQuery(callQuery(secondFactor.status, {}))
    return <AddPasskey onCodes={onCodes} />
  }
  render(<Page />, { wrapper: Queries })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Laptop')
  const add = () => user.click(screen.getByRole('button', { name: 'Continue' }))
  return { add, onCodes, late }
}

test('recovery codes, which are shown this once, do not wait for what is read again', async () => {
  vi.mocked(startRegistration).mockResolvedValue({} as never)
  const { add, onCodes, late } = await open()
  await add()
  await waitFor(() => expect(onCodes.mock.calls).toEqual([[['aaaa-bbbb']]]))
  late.give(done())
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeDefined()
})

test('a browser that makes no passkey is told of, whatever it says', async () => {
  vi.mocked(startRegistration).mockRejectedValue(new Error('Registration was not completed'))
  const { add } = await open()
  await add()
  expect(await screen.findByText(securityMessages.passkeyNotMade)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull()
})
