import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'
import { LiveHub } from './live-hub.ts'
import type { Standing } from './live-stream.ts'

const standing: Standing = { permissions: [P.CanAccess] }

test('a stream that comes while sessions are being looked at is not taken for one that is over', async () => {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const looks: { ids: readonly number[]; answer: (standings: Map<number, Standing>) => void }[] = []
  const hub = new LiveHub({
    db,
    databaseUrl: database.url,
    clock: turnableClock(),
    log: openLog('silent'),
    heartbeatMs: 20,
    readStandings: (ids) => new Promise((answer) => looks.push({ ids, answer })),
  })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const attach = async (sessionId: number): Promise<ServerResponse> => {
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).on('error', () => undefined)
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    await hub.attach(response, sessionId, standing, undefined)
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
  looks[1]?.answer(new Map([[2, standing]]))
  await until('it is looked at again', () => looks.length === 3)
  expect(late.writableEnded).toBe(false)
  looks[2]?.answer(new Map([[2, standing]]))
  await hub.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
  await database.drop()
})
