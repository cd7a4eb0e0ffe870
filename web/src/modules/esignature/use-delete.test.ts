// @vitest-environment jsdom
import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answeringCalls, done, refused } from '../../../test/answering-calls.ts'
import { mountHook } from '../../../test/mounted.tsx'
import { confirmStore } from '../../components/dialogs/confirm-store.ts'
import { notify } from '../../components/messages/notify.ts'
import { useDelete } from './use-delete.tsx'

afterEach(notify.clear)

const command = 'DeleteEsignatureAccount'
const failed = 'Failed to delete account.'

test.each([
  [done(), 'ok', 'Success - Account Deleted.'],
  [refused(2, 'There is no such user.'), 'ok', 'Success - Account Deleted.'],
  [refused(409, 'This is under way already.'), 'error', `${failed}\nThis is under way already.`],
  [500, 'error', failed],
] as const)(
  '[ESIG-23] [ESIG-28] deleting an account that is answered %j is shown as %s for 5 seconds',
  async (answer, level, text) => {
    const server = await answeringCalls({ [command]: answer })
    const { result } = mountHook(() => useDelete(6938))
    const removing = act(() =>
      result.current.remove({ emailAddress: 'ann@6938.test', accountId: '7' } as RegisteredUser),
    )
    await waitFor(() => expect(confirmStore.current()?.typed).toMatchObject({ text: 'ann@6938.test' }))
    confirmStore.current()?.answer(true)
    await removing
    expect(notify.current()).toMatchObject({ level, text, ms: 5_000 })
    expect(server.inputs(command)).toEqual([{ agencyId: 6938, email: 'ann@6938.test' }])
  },
)
