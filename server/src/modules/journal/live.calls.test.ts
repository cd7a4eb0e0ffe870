import { agencies } from '@agency-support/contract/modules/agencies'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { allEnded } from '../../../test/journal-rows.ts'
import { allPermissions } from '../../../test/people.ts'
import { until } from '../../../test/until.ts'
import { useServer } from '../../../test/use-server.ts'

const server = useServer()

test('a stream goes on behind what the browser has seen last, otherwise behind where its page began', async () => {
  for (const agencyId of [6938, 8951]) await server.agency(agencyId)
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const first = await openStream(server, client)
  const began = first.lastId()
  await client.call(agencies.updateName, { agencyId: 6938, name: 'Told once' })
  await first.sees('the rename', ({ agencyId }) => agencyId === 6938)
  // A transaction of another test holds the id back below the rename, and only the next hint brings a later one.
  await allEnded(server.db)
  await client.call(agencies.updateName, { agencyId: 8951, name: 'Told after it' })
  await first.sees('the later rename', ({ agencyId }) => agencyId === 8951)
  const [again, fresh] = [
    await openStream(server, client, first.lastId(), began),
    await openStream(server, client, undefined, began),
  ]
  expect([again.resumed(), again.hints().some(({ agencyId }) => agencyId === 6938)]).toEqual([true, false])
  await fresh.sees('the rename', ({ agencyId }) => agencyId === 6938)
  expect(fresh.resumed()).toBe(true)
  for (const stream of [first, again, fresh]) stream.drop()
})

test('who may read the staff accounts learns that they have changed, but not how; others learn nothing', async () => {
  const member = await server.asNew()
  const admin = await server.asNew({ permissions: allPermissions })
  const streams = await Promise.all(
    [[], [P.CanListUsers], [P.CanUpdatePermissions]].map(async (more) =>
      openStream(server, await server.asNew({ permissions: [P.CanAccess, ...more] })),
    ),
  )
  const [without, ...readers] = streams
  await admin.call(staff.disableAccount, { username: member.person.username })
  const changed = { module: 'staff', agencyId: null }
  for (const [at, event] of [null, 'staff.disabled'].entries())
    expect(await readers[at]?.sees('the change', ({ module }) => module === 'staff')).toEqual({
      ...changed,
      event,
    })
  await server.agency(4711)
  await admin.call(agencies.updateName, { agencyId: 4711, name: 'Told to all' })
  await without?.sees('the rename', ({ agencyId }) => agencyId === 4711)
  expect(without?.hints().filter(({ module }) => module === 'staff')).toEqual([])
  for (const stream of streams) stream.drop()
})

test('a stream that cannot begin ends without a word, for the browser to come again, and the log says why', async () => {
  const client = await server.asNew()
  const first = await openStream(server, client)
  const seen = first.lastId()
  first.drop()
  await server.db.write.schema.alterTable('journal').renameTo('journal_away').execute()
  const failed = await openStream(server, client, seen)
  await server.db.write.schema.alterTable('journal_away').renameTo('journal').execute()
  await until('it has ended', () => failed.hasEnded())
  expect([failed.response.statusCode, failed.resumed(), failed.saidEnd()]).toEqual([200, undefined, false])
  expect(failed.response.complete).toBe(true)
  expect(server.logSecrets.entries('live.attach')).toMatchObject([{ code: '42P01' }])
})
