import { staff } from '@agency-support/contract/modules/staff'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { notify } from '../../components/messages/notify.ts'
import { connection } from '../../lib/requests/connection.ts'
import { profileStore } from '../../lib/profile.ts'
import { callKey, queryClient } from '../../lib/requests/query.ts'
import { allStaff, permissionSaves } from './save-permission.ts'

const key = callKey(staff.userPermissionList, allStaff)
const lee = { username: 'lee@support.test', permissions: [2000, 2005], version: 4 }
const ann = { username: 'ann@support.test', permissions: [2000], version: 1 }
const listed = () => queryClient.getQueryData(key)

beforeEach(() => queryClient.setQueryData(key, [ann, lee] as never))
afterEach(() => {
  permissionSaves.clear()
  queryClient.clear()
  connection.reached()
  notify.clear()
})

/** Presses a switch of Lee's and waits until it is saved or not. */
async function press(permission: number, on: boolean, username = lee.username) {
  permissionSaves.press({ username, permission, on })
  const { of } = permissionSaves
  await vi.waitFor(() => expect(of(username).waiting.size).toBe(0), 10_000)
  return {
    problem: of(username).problem,
    message: notify.current()?.text,
    isStale: queryClient.getQueryState(key)?.isInvalidated,
  }
}

test.each([
  [2006, true, [2000, 2005, 2006]],
  [2005, true, [2000, 2005]],
  [2005, false, [2000]],
])(
  'switching %i to %s sends the whole list with its version and shows what is stored',
  async (id, on, permissions) => {
    const stored = { ...lee, permissions, version: 5 }
    const asked = await answeringServer((_asked, response) =>
      json(response, { code: 0, message: '', data: [stored] }),
    )
    expect(await press(id, on)).toEqual({ problem: null, message: 'Permissions updated', isStale: false })
    expect(listed()).toEqual([ann, stored])
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        command: 'SaveUserPermissions',
        user: { username: lee.username, agencyId: allStaff.agencyId, permissions, version: 4 },
      },
    ])
  },
)

test('a list that somebody else has changed meanwhile is shown, and the other presses are dropped', async () => {
  const current = { ...lee, permissions: [2000], version: 9 }
  stubLocalZone('Asia/Kolkata')
  const changedAt = '2026-11-20T10:00:00.000Z'
  const item = { changedBy: 'Ada', changedAt, current }
  const [code] = staff.savePermissions.refusals.stale
  const asked = await answeringServer((_asked, response) =>
    json(response, { code, message: `Changed by Ada at ${changedAt}.`, data: [item] }),
  )
  permissionSaves.press({ username: lee.username, permission: 2006, on: true })
  expect(await press(2001, true)).toEqual({
    problem: 'Changed by Ada at 11/20/2026 3:30:00 pm.',
    message: 'An error occurred while processing your request',
    isStale: false,
  })
  expect(listed()).toEqual([ann, current])
  expect(asked).toHaveLength(1)
})

test.each([
  ['is refused', 200, 403, 2, true],
  ['finds nobody', 200, 2, 1, true],
  ['gets no usable answer', 500, 99, 1, false],
])(
  '[USERMGMT-25] a save that %s is reported; others go on only after a refusal',
  async (_name, status, code, sent, isStale) => {
    const asked = await answeringServer((_asked, response) =>
      json(response, { code, message: 'Not this one.', data: [] }, status),
    )
    permissionSaves.press({ username: lee.username, permission: 2006, on: true })
    const outcome = await press(2001, true)
    expect(outcome).toMatchObject({ message: 'An error occurred while processing your request', isStale })
    expect(outcome.problem).toBe(status === 200 ? 'Not this one.' : 'An error occurred.')
    expect(listed()).toEqual([ann, lee])
    expect(asked).toHaveLength(sent)
  },
)

test('a person who is no longer in the list is not saved', async () => {
  const asked = await answeringServer((_asked, response) => json(response, {}))
  expect(await press(2006, true, 'gone@support.test')).toMatchObject({
    problem: 'This user no longer exists.',
  })
  expect(asked).toEqual([])
})

test('signing out forgets what was pressed', async () => {
  await answeringServer((_asked, response) => json(response, { code: 2, message: 'Gone.', data: [] }))
  await press(2006, true)
  expect(permissionSaves.of(lee.username).problem).toBe('Gone.')
  profileStore.set({ hsUserName: 'ada', exp: 0, permissions: [], passwordChangeRequired: false })
  expect(permissionSaves.of(lee.username).problem).toBe('Gone.')
  profileStore.set(null)
  expect(permissionSaves.of(lee.username).problem).toBeNull()
})
