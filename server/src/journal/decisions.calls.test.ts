import { agencies } from '@agency-support/contract/modules/agencies'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { allPermissions, staffStatus } from '../../test/people.ts'
import { appendEntry } from './append.ts'

const server = useServer()

/** Deletes every journal row, as if the history had been purged. */
const purge = () =>
  server.db.write.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from journal`.execute(tx)
  })
/** Adds newer journal rows about an agency or a person, by somebody who changed nothing. */
const mislead = (about: { agencyId?: number; subject?: string }) =>
  server.db.write.transaction().execute(async (tx) => {
    const actor = { kind: 'staff', name: 'mallory@support.test', sessionId: null } as const
    const after = { name: 'x', status: 0, storageMode: 1, permissions: '' }
    for (const event of ['agencies.renamed', 'staff.passwordSet', 'staff.permissionsChanged'])
      await appendEntry(tx, { at: new Date(0), actor, requestId: null }, { event, ...about, after })
  })
const editor = () => server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
const admin = () => server.asNew({ permissions: allPermissions })

describe.each([
  ['an empty journal', purge],
  ['a journal with misleading rows', mislead],
])('with %s', (_what, spoil) => {
  test('a stale change of an agency tells who changed the field, and when', async () => {
    const agencyId = await server.newAgency('First')
    const [ada, bob, cyd, mine] = [await editor(), await editor(), await editor(), await editor()]
    const times: string[] = []
    const after = async (change: Promise<{ code: number }>) => {
      times.push(server.clock.now().toISOString())
      expect((await change).code).toBe(0)
      server.clock.turn(60)
    }
    await after(ada.call(agencies.updateName, { agencyId, name: 'Theirs', version: 1 }))
    await after(bob.call(agencies.updateStatus, { agencyId, status: 4, version: 1 }))
    await after(cyd.call(agencies.updateStorageMode, { agencyId, mode: 2, version: 1 }))
    await spoil({ agencyId })
    const got = [
      await mine.call(agencies.updateName, { agencyId, name: 'Mine', version: 1 }),
      await mine.call(agencies.updateStatus, { agencyId, status: 3, version: 1 }),
      await mine.call(agencies.updateStorageMode, { agencyId, mode: 1, version: 1 }),
    ]
    expect(got.map(({ code, refusal }) => [code, refusal])).toMatchObject(
      [ada, bob, cyd].map(({ person: { username: changedBy } }, at) => [
        409,
        { changedBy, changedAt: times[at] },
      ]),
    )
  })

  test('a stale list of permissions tells who changed it, and when', async () => {
    const [first, second, person] = [await admin(), await admin(), await server.person()]
    const save = (by: typeof first, permissions: number[]) =>
      by.call(staff.savePermissions, { user: { username: person.username, permissions, version: 1 } })
    const changedAt = server.clock.now().toISOString()
    expect((await save(first, [P.CanAccess, P.EditAgencyStatus])).code).toBe(0)
    server.clock.turn(60)
    await spoil({ subject: person.username })
    expect(await save(second, [])).toMatchObject({
      code: 409,
      refusal: { changedBy: first.person.username, changedAt },
    })
  })

  test('a password that somebody else knows must be changed after enabling, and a person’s own not', async () => {
    const sender = await admin()
    const [reset, own] = [await server.person(), await server.person()]
    await sender.call(staff.resetPassword, reset)
    for (const person of [reset, own]) {
      await sender.call(staff.disableAccount, person)
      await spoil({ subject: person.username })
    }
    const statuses = await Promise.all(
      [reset, own].map(async (person) => (await sender.call(staff.enableAccount, person)).data[0]?.status),
    )
    expect(statuses).toEqual([staffStatus.mustChange, staffStatus.enabled])
  })
})
