// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answeringCalls, refused } from '../../../test/answering-calls.ts'
import { cleanWhenFinished, Queries } from '../../../test/mounted.tsx'
import { NameForm } from './name-form.tsx'

const agency = { agencyId: 6938, name: 'Smith', version: 1 } as AgencyConfig

test('of several names saved meanwhile the latest is offered', async () => {
  cleanWhenFinished()
  const current = { current: 'Smith and Lee', changedBy: 'Ann Lee', version: 2 }
  await answeringCalls({ UpdateAgencyName: refused(409, 'Somebody else changed it.', current) })
  const user = userEvent.setup({ delay: null })
  const { rerender } = render(<NameForm agency={agency} />, { wrapper: Queries })
  await user.type(screen.getByRole('textbox', { name: 'Agency Name' }), ' Insurance')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect((await screen.findByRole('status')).textContent).toBe('Ann Lee changed it to Smith and Lee')
  rerender(<NameForm agency={{ ...agency, name: 'Smith and Lee', version: 2 }} />)
  expect(screen.getByRole('status').textContent).toBe('Ann Lee changed it to Smith and Lee')
  rerender(<NameForm agency={{ ...agency, name: 'Smith & Lee', version: 3 }} />)
  expect(screen.getByRole('status').textContent).toBe('Changed in the meantime to Smith & Lee')
})

test('a pasted name loses what cannot be seen, and what is left of it is refused at the field', async () => {
  cleanWhenFinished()
  const server = await answeringCalls({})
  const user = userEvent.setup({ delay: null })
  render(<NameForm agency={agency} />, { wrapper: Queries })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Agency Name' })
  await user.tripleClick(field)
  await user.paste('Smith\u200b & \u202eLee\u3164\ue000')
  expect(field.value).toBe('Smith & Lee\ue000')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  const sentence = 'Agency name must not contain the invisible character U+E000.'
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(server.inputs('UpdateAgencyName')).toEqual([])
})
