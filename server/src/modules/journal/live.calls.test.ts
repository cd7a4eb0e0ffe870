import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { allEnded } from '../../../test/journal-rows.ts'
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
