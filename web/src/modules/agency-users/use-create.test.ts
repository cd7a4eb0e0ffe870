// @vitest-environment jsdom
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answeringCalls, done, lateAnswer, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { waitingCommand } from '../../../test/waiting-command.ts'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { agencyUserMessages } from './messages.ts'
import { useCreate } from './use-create.ts'

afterEach(() => {
  notify.clear()
  vi.useRealTimers()
})

const path = '/agency/profile/create-5x-super-user'
const wanted = {
  agencyId: 6938,
  username: '--0',
  password: 'Grün-Haus-77',
  expiresInHours: 2,
  reason: '',
} as const
const made = {
  grantId: 1,
  username: '--0',
  agencyId: 6938,
  created: '',
  expiresOn: '2026-11-20T12:00:00.000Z',
  commandId: 7,
}

function openDialog() {
  const { result, unmount } = mountHook(() => useCreate(6938))
  return {
    unmount,
    dialog: () => result.current,
    create: (given = {}) => result.current.create({ ...wanted, ...given }),
  }
}

test('a temporary user is made until so many hours from now, and its password is kept to be shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00.000Z') })
  const server = await answeringCalls({ [path]: done(made) })
  const list = [agencyUsers.users.module, 'users', {}]
  const queue = callKey(agencyCommands.queue, { agencyId: 6938 })
  const { dialog, create } = openDialog()
  queryClient.setQueryData(list, [])
  queryClient.setQueryData(queue, [])
  expect(await act(() => create())).toBe(false)
  expect(dialog().made).toEqual({
    username: '--0',
    password: 'Grün-Haus-77',
    expiresOn: made.expiresOn,
    commandId: 7,
  })
  expect(server.inputs(path)).toEqual([
    { Username: '--0', AgencyId: 6938, Password: 'Grün-Haus-77', ExpiresOn: '2026-11-20T12:00:00.000Z' },
  ])
  expect(notify.current()).toMatchObject({
    level: 'ok',
    text: 'Temporary user --0 created. Password is shown once.',
    ms: 5000,
  })
  expect([list, queue].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  await act(() => create({ reason: '  Call 17 ' }))
  expect(server.inputs(path)[1]).toMatchObject({ Reason: 'Call 17' })
})

test('a password that was made after its dialog was left is said not to be seen', async () => {
  const late = lateAnswer()
  const server = await answeringCalls({ [path]: late.answer })
  const { create, unmount } = openDialog()
  const creating = create()
  await waitFor(() => expect(server.names()).toEqual([path]))
  unmount()
  late.give(done(made))
  await creating
  expect(notify.current()).toMatchObject({ level: 'error', text: agencyUserMessages.unseen('--0') })
})

test('initials that were taken meanwhile are reported as such, other failures are not', async () => {
  const [code, taken] = agencyUsers.createSuperUser.refusals.taken
  let answer: ReturnType<typeof refused> | number = refused(code, taken)
  await answeringCalls({ [path]: () => answer })
  const { dialog, create } = openDialog()
  expect(await act(() => create())).toBe(true)
  expect([dialog().made, dialog().problem]).toEqual([null, taken])
  answer = refused(code, 'Another conflict.')
  expect(await act(() => create())).toBe(false)
  expect(dialog().problem).toBe('Another conflict.')
  answer = 500
  expect(await act(() => create())).toBe(false)
  expect(dialog().problem).toBe('Unable to process request. Something went wrong.')
})

test('what waits already is no problem of the dialog, and made again if it is wanted', async () => {
  const server = await answeringCalls({
    [path]: ({ Again }) =>
      Again === true ? done(made) : refused(409, 'It is waiting already.', waitingCommand()),
  })
  const { dialog, create } = openDialog()
  const created = create()
  await waitFor(() => expect(confirmStore.current()).not.toBeNull())
  expect(dialog().problem).toBeNull()
  confirmStore.current()?.answer(true)
  expect(await created).toBe(false)
  expect(server.inputs(path)[1]).toMatchObject({ Again: true })
  await waitFor(() => expect(dialog().made).not.toBeNull())
})
