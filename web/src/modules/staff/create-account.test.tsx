// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
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
