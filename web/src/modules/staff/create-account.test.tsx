// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { CreateAccount } from './create-account.tsx'

test.each(['User Name', 'First Name', 'Last Name'])(
  '%s: what is pasted with invisible characters arrives without them',
  async (label) => {
    const { wrapper } = await openPage()
    render(<CreateAccount onClose={() => undefined} onCreated={() => undefined} />, { wrapper })
    const user = userEvent.setup({ delay: null })
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
    await user.click(field)
    await user.paste('\u200bann\ufeff')
    expect(field.value).toBe('ann')
  },
)

test('what the server says of a user name goes when another one is typed', async () => {
  await answeringCalls({ CreateStaffAccount: refused(409, 'ann@lee.example has an account already.') })
  const { wrapper } = await openPage()
  render(<CreateAccount onClose={() => undefined} onCreated={() => undefined} />, { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = (name: string) => screen.findByRole('textbox', { name })
  await user.type(await field('User Name'), 'ann@lee.example')
  await user.type(await field('First Name'), 'Ann')
  await user.type(await field('Last Name'), 'Lee')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect((await screen.findByRole('alert')).textContent).toBe('ann@lee.example has an account already.')
  await user.type(await field('User Name'), 's')
  expect(screen.queryByRole('alert')).toBeNull()
})
