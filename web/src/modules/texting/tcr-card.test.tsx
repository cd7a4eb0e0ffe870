// @vitest-environment jsdom
import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { TcrCard } from './tcr-card.tsx'

afterEach(() => notify.clear())

const agency = { agencyId: 6938, name: 'Smith' } as AgencyConfig
const record = { phones: [], tcrNumber: 'CFIRST', version: 4 }
const removed = "Agency TCR number has been removed. Texting Product Status reset to 'Pending'."

test.each([
  [done(), 'ok', removed],
  [refused(2, 'The agency has no TCR number.'), 'ok', removed],
  [refused(409, 'This is under way already.'), 'error', 'This is under way already.'],
  [500, 'error', 'Something went wrong'],
])(
  '[SHELL-27] [TEXTING-23] [PROV-66] a TCR number is removed, or not, as the server says: %j',
  async (answer, level, text) => {
    const server = await answeringCalls({ AdminDeleteTCRNumber: answer })
    const { wrapper } = await openPage()
    render(<TcrCard agency={agency} record={record} proposed={undefined} />, { wrapper })
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Remove TCR number' }))
    expect(confirmStore.current()).toMatchObject({ title: 'Remove TCR number', subject: 'Smith · 00006938' })
    confirmStore.current()?.answer(true)
    await waitFor(() => expect(notify.current()).toMatchObject({ level, text, ms: 5000 }))
    expect(server.inputs('AdminDeleteTCRNumber')).toEqual([{ agencyId: 6938 }])
  },
)

test.each([
  [refused(422, 'No such campaign.'), 'No such campaign.', 0],
  [500, 'Something went wrong', 1],
])(
  'what is said of a refused TCR number goes once another one is typed, an unclear answer stays: %j',
  async (answer, text, kept) => {
    await answeringCalls({ SetTCRNumber: answer })
    const { wrapper } = await openPage()
    render(<TcrCard agency={agency} record={record} proposed={undefined} />, { wrapper })
    const user = userEvent.setup({ delay: null })
    const field = screen.getByRole('textbox', { name: 'New TCR number' })
    await user.type(field, 'CSECOND{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    await user.type(field, '2')
    expect(screen.queryAllByRole('alert')).toHaveLength(kept)
  },
)
