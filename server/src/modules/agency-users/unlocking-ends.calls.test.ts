import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { locked, readRows } from '../../../test/agency-users.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient
let unlocker: TestClient
beforeAll(async () => {
  reader = await server.asNew()
  unlocker = await server.asNew({ permissions: [P.CanAccess, P.CanUnlockAgencyUsers] })
})

describe('an unlocking that', () => {
  /** A user who is unlocked here, with the command that unlocks the user at the agency. */
  async function unlocked() {
    const { agencyId, software } = await server.newSoftware()
    expect((await software.call(agencyUsers.reportUsers, { users: [locked] })).code).toBe(0)
    expect((await unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })).code).toBe(0)
    const { data } = await reader.call(agencyCommands.queue, { agencyId })
    const look = async () => (await reader.call(agencyUsers.users, { agencyId })).data[0]
    const status = async () => (await look())?.status
    return { agencyId, software, commandId: data[0]?.commandId ?? 0, look, status }
  }

  test('is cancelled shows the user as locked again, and the history says why', async () => {
    const { agencyId, commandId, status } = await unlocked()
    expect((await reader.call(agencyCommands.cancel, { agencyId, commandId })).code).toBe(0)
    expect(await status()).toBe(2)
    expect(await readRows(server.db, agencyId, 'agencyUsers.lockedAgain')).toEqual([
      {
        actor_kind: 'system',
        actor: 'commands',
        subject: 'LCK',
        before: { userStatus: 'None' },
        after: { user: 'LCK', userStatus: 'Locked Out' },
      },
    ])
    expect((await unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })).code).toBe(0)
  })

  test('fails says why beside the lock, until the user is unlocked, here or at the agency', async () => {
    const { agencyId, software, look } = await unlocked()
    const fail = async (words: string) => {
      const [claimed] = (await software.call(agencyCommands.claim, {})).data
      const given = { commandId: claimed?.commandId ?? 0, attempt: claimed?.attempt ?? 0 }
      await software.call(agencyCommands.finish, { ...given, outcome: 'failed', output: words })
    }
    const report = (status: number) =>
      software.call(agencyUsers.reportUsers, { users: [{ ...locked, status }] })
    const unlock = () => unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })
    const problem = "Not unlocked: the agency's software could not do it. The file is locked."
    const failed = { status: 2, unlockProblem: problem }
    expect(await look()).toMatchObject({ status: 0, unlockProblem: null })
    await fail('Opening\nThe file is locked.')
    expect(await look()).toMatchObject(failed)
    await report(2)
    expect(await look()).toMatchObject(failed)
    await unlock()
    expect(await look()).toMatchObject({ status: 0, unlockProblem: null })
    await fail('The file is locked.')
    expect(await look()).toMatchObject(failed)
    await report(0)
    expect(await look()).toMatchObject({ status: 0, unlockProblem: null })
    const told = await server.db.read
      .selectFrom('journal')
      .select('reason')
      .where('agency_id', '=', agencyId)
      .where('event', '=', 'agencyUsers.lockedAgain')
      .execute()
    expect(told).toEqual([{ reason: problem }, { reason: problem }])
  })

  test('is cancelled after the users were reported as still locked says why, and reports of it are no news', async () => {
    const { agencyId, software, commandId, look } = await unlocked()
    for (let time = 0; time < 2; time += 1)
      expect((await software.call(agencyUsers.reportUsers, { users: [locked] })).code).toBe(0)
    expect(await look()).toMatchObject({ status: 2, unlockProblem: null })
    expect(await readRows(server.db, agencyId, 'agencyUsers.reported')).toHaveLength(2)
    expect((await reader.call(agencyCommands.cancel, { agencyId, commandId })).code).toBe(0)
    const unlockProblem = "Not unlocked: it was cancelled before the agency's software had begun it."
    expect(await look()).toMatchObject({ status: 2, unlockProblem })
    expect(await readRows(server.db, agencyId, 'agencyUsers.lockedAgain')).toMatchObject([
      { before: { userStatus: 'Locked Out' }, after: { userStatus: 'Locked Out' } },
    ])
  })

  test.each([
    ['failed', 2],
    ['succeeded', 0],
  ] as const)('%s shows status %i', async (outcome, expected) => {
    const { software, commandId, status } = await unlocked()
    const [claimed] = (await software.call(agencyCommands.claim, {})).data
    const end = { commandId, attempt: claimed?.attempt ?? 0, outcome }
    expect((await software.call(agencyCommands.finish, end)).code).toBe(0)
    expect(await status()).toBe(expected)
  })

  test('is carried out is no news in the next report, which says what is known', async () => {
    const { agencyId, software, commandId } = await unlocked()
    const [claimed] = (await software.call(agencyCommands.claim, {})).data
    const end = { commandId, attempt: claimed?.attempt ?? 0, outcome: 'succeeded' } as const
    expect((await software.call(agencyCommands.finish, end)).code).toBe(0)
    const users = [{ ...locked, status: 0 }]
    expect((await software.call(agencyUsers.reportUsers, { users })).code).toBe(0)
    expect(await readRows(server.db, agencyId, 'agencyUsers.reported')).toHaveLength(1)
  })

  test('is cancelled after a report of the users changes nothing of what that says', async () => {
    const { agencyId, software, commandId, status } = await unlocked()
    const users = [{ ...locked, status: 0 }]
    expect((await software.call(agencyUsers.reportUsers, { users })).code).toBe(0)
    expect((await reader.call(agencyCommands.cancel, { agencyId, commandId })).code).toBe(0)
    expect(await status()).toBe(0)
  })

  test('is cancelled locks again although a user of that name was unlocked at another agency since', async () => {
    const { agencyId, commandId, status } = await unlocked()
    const other = await unlocked()
    expect((await reader.call(agencyCommands.cancel, { agencyId, commandId })).code).toBe(0)
    expect([await status(), await other.status()]).toEqual([2, 0])
  })

  test('is carried out late says nothing of the one that followed it', async () => {
    const { agencyId, software, commandId, status } = await unlocked()
    const [claimed] = (await software.call(agencyCommands.claim, {})).data
    expect((await software.call(agencyUsers.reportUsers, { users: [locked] })).code).toBe(0)
    expect((await unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })).code).toBe(0)
    const end = { commandId, attempt: claimed?.attempt ?? 0, outcome: 'succeeded' } as const
    expect((await software.call(agencyCommands.finish, end)).code).toBe(0)
    const [second] = (await reader.call(agencyCommands.queue, { agencyId })).data
    const cancelled = { agencyId, commandId: second?.commandId ?? 0 }
    expect((await reader.call(agencyCommands.cancel, cancelled)).code).toBe(0)
    expect(await status()).toBe(2)
  })
})
