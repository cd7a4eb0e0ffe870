import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'
import { LiveHub } from './live-hub.ts'
import type { SessionAccess } from './live-stream.ts'

const access: SessionAccess = { permissions: [P.CanAccess] }

test('hints of many agencies become one of the module, and what is no hint is passed over', async () => {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const hub = new LiveHub({
    db,
    clock: turnableClock(),
    log: openLog('silent'),
    readSessionAccess: (ids) => Promise.resolve(new Map(ids.map((id) => [id, access]))),
  })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  let heard = ''
  get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, (stream) => {
    stream.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
  }).on('error', () => undefined)
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  await hub.start()
  await hub.attach(response, 1, access, undefined)
  await sql`notify journal, 'no hint'`.execute(db.write)
  await sql`notify journal, '{"room":"agencyCommands"}'`.execute(db.write)
  hub.hint('agencyCommands', 7)
  hub.hint('agencyCommands', 7)
  await until('one is told', () => heard.includes('"agencyId":7'))
  for (let agencyId = 1; agencyId <= 60; agencyId += 1) hub.hint('agencyCommands', agencyId)
  await until('the room is told', () => heard.includes('"agencyId":null'))
  const told = heard.split('\n').filter((line) => line.startsWith('data: ['))
  expect(told).toEqual([
    'data: [{"room":"agencyCommands","agencyId":7,"event":null}]',
    'data: [{"room":"agencyCommands","agencyId":null,"event":null}]',
  ])
  await hub.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
  await database.drop()
})

test('a stream that comes while sessions are being looked at is not taken for one that is over', async () => {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const looks: { ids: readonly number[]; answer: (accesses: Map<number, SessionAccess>) => void }[] = []
  const hub = new LiveHub({
    db,
    clock: turnableClock(),
    log: openLog('silent'),
    heartbeatMs: 20,
    readSessionAccess: (ids) => new Promise((answer) => looks.push({ ids, answer })),
  })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const attach = async (sessionId: number): Promise<ServerResponse> => {
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).on('error', () => undefined)
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    await hub.attach(response, sessionId, access, undefined)
    return response
  }
  await hub.start()
  const first = await attach(1)
  await until('the first is looked at', () => looks.length === 1)
  const late = await attach(2)
  expect(looks[0]?.ids).toEqual([1])
  looks[0]?.answer(new Map())
  await until('the first is ended', () => first.writableEnded)
  expect(late.writableEnded).toBe(false)
  await until('the late one is looked at', () => looks.length === 2)
  expect(looks[1]?.ids).toEqual([2])
  looks[1]?.answer(new Map([[2, access]]))
  await until('it is looked at again', () => looks.length === 3)
  expect(late.writableEnded).toBe(false)
  looks[2]?.answer(new Map([[2, access]]))
  await hub.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
  await database.drop()
})
