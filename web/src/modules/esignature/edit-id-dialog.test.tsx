// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { openPage } from '../../../test/page.tsx'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { EditIdDialog } from './edit-id-dialog.tsx'
import { QueryCard } from './query-card.tsx'

afterEach(() => notify.clear())

const user = {
  emailAddress: 'bob@smith.test',
  userInitials: 'BOB',
  isAdmin: false,
  isValidated: true,
  dateCreated: '2026-03-02T10:00:00Z',
  accountId: '1',
  version: 4,
}

test('[ESIG-16] [ESIG-28] [PROV-52] an account id is sent with the version that was read; what came meanwhile is replaced on purpose only', async () => {
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T08:00:00.000Z'
  const sentence = (at: string) => `ann@support.test changed this account id at ${at}.`
  const current = { ...user, accountId: '2', version: 6 }
  const stale = { changedBy: 'ann@support.test', changedAt, current }
  const answers = [refused(409, sentence(changedAt), stale)]
  const server = await answeringCalls({
    SetESignatureEmailsFormstackId: () => answers.shift() ?? done({ ...current, accountId: '3', version: 7 }),
  })
  let isClosed = false
  const { wrapper } = await openPage()
  render(
    <EditIdDialog agencyId={6938} user={user} gone={false} proposed="3" onClose={() => (isClosed = true)} />,
    { wrapper },
  )
  const pointer = userEvent.setup({ delay: null })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Account ID' })
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain(sentence('11/20/2026 1:30:00 pm'))
  expect([field.value, isClosed]).toEqual(['3', false])
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(isClosed).toBe(true))
  const text = 'Success - Updated FormStack Id for bob@smith.test.'
  expect(notify.current()).toMatchObject({ level: 'ok', text, ms: 5000 })
  const sent = { agencyId: 6938, email: 'bob@smith.test', newId: '3' }
  expect(server.inputs('SetESignatureEmailsFormstackId')).toEqual([
    { ...sent, version: 4 },
    { ...sent, version: 6 },
  ])
})

test('Esc closes it, and asks first once another id is typed', async () => {
  const onClose = vi.fn()
  const { wrapper } = await openPage()
  render(<EditIdDialog agencyId={6938} user={user} gone={false} proposed={undefined} onClose={onClose} />, {
    wrapper,
  })
  const pointer = userEvent.setup({ delay: null })
  const field = await screen.findByRole('textbox', { name: 'Account ID' })
  await pointer.type(field, '4{Escape}')
  await waitFor(() => expect(confirmStore.current()?.title).toBe('Discard changes?'))
  confirmStore.dismiss()
  await pointer.type(field, '{Backspace}{Escape}')
  expect([onClose.mock.calls.length, confirmStore.current()]).toEqual([1, null])
})

test.each([
  ['', 'Type the account id first.'],
  ['1', 'The account id is unchanged.'],
])('of a user with the account id ‘%s’ the disabled Save says: %s', async (accountId, reason) => {
  const { wrapper } = await openPage()
  render(
    <EditIdDialog
      agencyId={6938}
      user={{ ...user, accountId }}
      gone={false}
      proposed={undefined}
      onClose={() => undefined}
    />,
    { wrapper },
  )
  expect(await screen.findByText(reason)).toBeDefined()
})

test('that an id belongs to somebody else is no longer said once another id is typed', async () => {
  const sentence = 'This account id belongs to ann@smith.test.'
  await answeringCalls({
    SetESignatureEmailsFormstackId: refused(409, sentence, { email: 'ann@smith.test' }),
  })
  const { wrapper } = await openPage()
  render(<EditIdDialog agencyId={6938} user={user} gone={false} proposed="3" onClose={() => undefined} />, {
    wrapper,
  })
  const pointer = userEvent.setup({ delay: null })
  await pointer.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  await pointer.type(screen.getByRole('textbox', { name: 'Account ID' }), '4')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [
    'Account ID',
    () => (
      <EditIdDialog agencyId={6938} user={user} gone={false} proposed={undefined} onClose={() => undefined} />
    ),
  ],
  [
    'Group id',
    () => (
      <QueryCard
        agencyId={6938}
        groupId="1"
        users={[user]}
        light={{ begun: () => undefined, ended: () => undefined }}
      />
    ),
  ],
])('%s: what is copied with invisible characters arrives without them', async (label, part) => {
  const { wrapper } = await openPage()
  render(part(), { wrapper })
  const pointer = userEvent.setup({ delay: null })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
  await pointer.tripleClick(field)
  await pointer.paste('\u200b4000\ufeff')
  expect(field.value).toBe('4000')
})
