// @vitest-environment jsdom
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { callQuery } from '../../lib/requests/query.ts'
import { AppCard } from './app-card.tsx'

const status = (totp: boolean) => done({ totp, passkeys: [], recoveryCodesLeft: 0 })

test('recovery codes do not wait for what is read again, and the card shows that the app is on once it is', async () => {
  cleanWhenFinished()
  const late = lateAnswer()
  // The second read follows the set-up that is begun.
  const reads = [status(false), status(false), late.answer()]
  await answeringCalls({
    GetSecondFactor: () => reads.shift() ?? 500,
    BeginTotp: done({ secret: 'ABCD', uri: 'otpauth://totp/a?secret=ABCD' }),
    ConfirmTotp: done({ recoveryCodes: ['aaaa-bbbb'] }),
  })
  const onCodes = vi.fn<(codes: readonly string[]) => void>()
  function Page() {
    const { data } = useQuery(callQuery(secondFactor.status, {}))
    return <AppCard on={data?.totp === true} onCodes={onCodes} />
  }
  render(<Page />, { wrapper: Queries })
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }))
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
  await waitFor(() => expect(reads).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(onCodes.mock.calls).toEqual([[['aaaa-bbbb']]]))
  expect(screen.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull()
  late.give(status(true))
  expect(await screen.findByRole('button', { name: 'Remove the app' })).toBeDefined()
})
