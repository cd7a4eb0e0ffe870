// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { agency } from '../../../test/agency.ts'
import { openPage } from '../../../test/page.tsx'
import { MessageCard } from './message-card.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { TcrCard } from './tcr-card.tsx'

const record = { phones: [], tcrNumber: '', version: 1 }

test.each([
  ['Message id', () => <MessageCard agencyId={6938} />],
  ['New TCR number', () => <TcrCard agency={agency} record={record} proposed={undefined} />],
  [
    'Standard Bandwidth Order ID',
    () => <PhoneDialog agency={agency} record={record} onClose={() => undefined} />,
  ],
])('%s: what is copied with invisible characters arrives without them', async (label, part) => {
  const { wrapper } = await openPage('/agency-detail/6938', '/agency-detail/$id')
  render(part(), { wrapper })
  const user = userEvent.setup({ delay: null })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
  await user.click(field)
  await user.paste('\u200bC0-1\ufeff')
  expect(field.value).toBe('C0-1')
})
