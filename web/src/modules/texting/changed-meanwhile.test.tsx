// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { PhoneDialog } from './phone-dialog.tsx'
import { TcrCard } from './tcr-card.tsx'

const agency = { agencyId: 6938, name: 'Smith' } as AgencyConfig
const record = { phones: [{ phone: '8015550142' }], tcrNumber: 'CFIRST', version: 4 }
const mine = { tcr: 'CMINE', phone: '3855550302' }
const changedAt = '2026-11-20T08:00:00.000Z'
const sentence = (at: string) => `ben@support.test changed it at ${at}.`
const said = sentence('11/20/2026 1:30:00 pm')

/** A screen whose first write comes too late: version 6 is stored. */
async function open(command: string, screenOf: ReactElement) {
  stubLocalZone('Asia/Kolkata')
  const stale = { changedBy: 'ben@support.test', changedAt, version: 6 }
  const answers = [refused(409, sentence(changedAt), { ...stale, current: 'theirs', yours: 'mine' })]
  const server = await answeringCalls({
    [command]: () => answers.shift() ?? done(...(command === 'SetTCRNumber' ? [] : [{ pending: false }])),
  })
  const { wrapper } = await openPage()
  render(screenOf, { wrapper })
  return { server, user: userEvent.setup({ delay: null }) }
}

test('[TEXTING-19] a TCR number is sent with the version that was read; what came meanwhile is replaced on purpose only', async () => {
  const { server, user } = await open(
    'SetTCRNumber',
    <TcrCard agency={agency} record={record} proposed={undefined} />,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New TCR number' })
  await user.type(field, `${mine.tcr}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toBe(said)
  expect(field.value).toBe(mine.tcr)
  await user.type(field, '2{Backspace}')
  expect(screen.getByRole('alert').textContent).toBe(said)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(field.value).toBe(''))
  const sent = { agencyId: 6938, number: mine.tcr }
  expect(server.inputs('SetTCRNumber')).toEqual([
    { ...sent, version: 4 },
    { ...sent, version: 6 },
  ])
})

test('[TEXTING-12] a phone number is sent with the version that was read; what came meanwhile is replaced on purpose only', async () => {
  let isClosed = false
  const { server, user } = await open(
    'AdminSetAgencyPhoneNumber',
    <PhoneDialog agency={agency} record={record} onClose={() => (isClosed = true)} />,
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New phone number' })
  await user.type(field, mine.phone)
  await user.type(screen.getByRole('textbox', { name: 'Standard Bandwidth Order ID' }), 'order-1')
  await user.type(screen.getByRole('textbox', { name: 'Type 00006938 to confirm' }), '6938')
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect((await screen.findByRole('alert')).textContent).toBe(said)
  expect([field.value, isClosed]).toEqual([mine.phone, false])
  await user.type(field, '1{Backspace}')
  expect(screen.getByRole('alert').textContent).toBe(said)
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(isClosed).toBe(true))
  const sent = { agencyId: 6938, phoneNumber: mine.phone, orderId: 'order-1', isStandardOrder: true }
  expect(server.inputs('AdminSetAgencyPhoneNumber')).toEqual([
    { ...sent, version: 4 },
    { ...sent, version: 6 },
  ])
})
