import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import type { HubConnection } from '@microsoft/signalr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { setReadOnly } from '../../../test/read-only.ts'
import { openTextingClient } from '../../../test/texting-client.ts'
import { until } from '../../../test/until.ts'

const server = useServer()
let reader: TestClient
const clients: HubConnection[] = []
beforeAll(async () => {
  reader = await server.asNew()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
})

/** The official client as agencies' software uses it, connected. */
async function connect(agencyId: number, at = server, options = {}): Promise<HubConnection> {
  await at.software(agencyId)
  const client = openTextingClient(at.port, testAgentKey(agencyId), options)
  clients.push(client)
  await client.start()
  return client
}

async function listed(agencyId: number, by = reader): Promise<string[]> {
  const { code, data } = await by.call(textingPresence.initials, { agencyId })
  expect(code).toBe(0)
  for (const one of data) expect(one.agencyId).toBe(agencyId)
  return data.map(({ initials }) => initials)
}

const gone = (agencyId: number): Promise<void> =>
  until('nobody is listed', async () => (await listed(agencyId)).length === 0)

test('[PROV-75] the official client connects by its Bearer key and is listed once it has registered', async () => {
  const client = await connect(6938)
  expect(await listed(6938)).toEqual([])
  await client.invoke('Register', 'ABC')
  expect(await listed(6938)).toEqual(['ABC'])
  await client.invoke('Register', ' XYZ ')
  expect(await listed(6938)).toEqual(['XYZ'])
  await client.stop()
  await gone(6938)
})

test('[PROV-75] the key stands in no log, as a header or in the address, let in or not', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const talking = await testServer({ config: { logLevel: 'info' } })
  const key = testAgentKey(31)
  try {
    const client = await connect(31, talking)
    await client.invoke('Register', 'ABC')
    const browser = await connect(31, talking, { inAddress: true })
    await browser.invoke('Register', 'ABC')
    const plain = await talking.as(null)
    const path = `/hubs/texting?access_token=${key}`
    expect((await plain.send({ method: 'GET', path })).status).toBe(404)
    // From now on looking up the key fails, which is logged.
    await talking.db.write.schema.alterTable('agency_key').renameTo('agency_key_away').execute()
    await expect(openTextingClient(talking.port, key, { inAddress: true }).start()).rejects.toThrow(
      'WebSocket failed to connect',
    )
    expect((await plain.send({ method: 'POST', path }, { authorization: `Bearer ${key}` })).status).not.toBe(
      200,
    )
  } finally {
    await talking.close()
  }
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toContain('textingHub.notAdmitted')
  expect(lines).not.toContain(key)
  expect(lines).not.toContain(key.split('.')[1])
})

test('[PROV-74] [TEXTING-32] each initials once, from A to Z, of that agency alone', async () => {
  for (const initials of ['MBB', 'ABC', 'MBB']) await (await connect(41)).invoke('Register', initials)
  await (await connect(42)).invoke('Register', 'QQQ')
  expect(await listed(41)).toEqual(['ABC', 'MBB'])
  expect(await listed(42)).toEqual(['QQQ'])
})

test('[PROV-74] agency ids go from 0 to 99,999,999; without a connection the list is empty, with code 0', async () => {
  expect(await listed(0)).toEqual([])
  expect(await listed(99_999_999)).toEqual([])
  for (const agencyId of [-1, 100_000_000, 1.5]) {
    const { status, message } = await reader.call(textingPresence.initials, { agencyId })
    expect([status, message]).toEqual([400, 'Agency id must be a whole number from 0 to 99999999.'])
  }
})

test('[PROV-76] a client that pings stays listed, one that is silent for 30 s is gone', async () => {
  const [lively, silent] = [await connect(51, server, { pingMs: 50 }), await connect(52)]
  await lively.invoke('Register', 'ABC')
  await silent.invoke('Register', 'DEF')
  server.clock.turn(29)
  await until('the ping has been seen', async () => {
    const { seen_at } = await server.db.read
      .selectFrom('texting_connection')
      .select('seen_at')
      .where('agency_id', '=', 51)
      .executeTakeFirstOrThrow()
    return seen_at.getTime() === server.clock.now().getTime()
  })
  expect([await listed(51), await listed(52)]).toEqual([['ABC'], ['DEF']])
  const cutOff = new Promise<void>((resolve) => silent.onreconnecting(() => resolve()))
  server.clock.turn(1)
  expect([await listed(51), await listed(52)]).toEqual([['ABC'], []])
  await cutOff
})

test('[PROV-76] a connection that another process holds is listed; what that one left behind, for 30 s', async () => {
  await using own = await testServer()
  const watcher = await own.asNew()
  const other = await testServer({ database: own.database, clock: own.clock })
  await (await connect(61, other)).invoke('Register', 'ABC')
  expect(await listed(61, watcher)).toEqual(['ABC'])
  // A process that cannot write leaves the same rows behind as one that was killed.
  await setReadOnly(own.database.url, true)
  await other.close()
  await setReadOnly(own.database.url, false)
  own.clock.turn(29)
  expect(await listed(61, watcher)).toEqual(['ABC'])
  own.clock.turn(1)
  expect(await listed(61, watcher)).toEqual([])
  own.clock.turn(60)
  await until('what was left behind is deleted', async () => {
    const rows = await own.db.read.selectFrom('texting_connection').select('agency_id').execute()
    return rows.length === 0
  })
})

test('[PROV-76] the socket of a client that was killed vanishes at once', async () => {
  const client = await connect(71)
  await client.invoke('Register', 'ABC')
  const { _socket } = (
    client as unknown as { connection: { transport: { _webSocket: { _socket: { destroy(): void } } } } }
  ).connection.transport._webSocket
  _socket.destroy()
  await gone(71)
})

test('a server that stops tells its clients to connect again, and leaves nobody behind', async () => {
  const stopping = await testServer({ database: server.database, clock: server.clock })
  const client = await connect(81, stopping)
  await client.invoke('Register', 'ABC')
  expect(await listed(81)).toEqual(['ABC'])
  const again = new Promise<void>((resolve) => client.onreconnecting(() => resolve()))
  await stopping.close()
  await again
  expect(await listed(81)).toEqual([])
})

test('while the database is read-only a client is told so, stays connected, and is listed later by itself', async () => {
  await using own = await testServer()
  const watcher = await own.asNew()
  const client = await connect(91, own)
  await setReadOnly(own.database.url, true)
  await expect(client.invoke('Register', 'ABC')).rejects.toThrow(
    'The initials cannot be saved at the moment. They are listed as soon as they can be; do not register again.',
  )
  expect(client.state).toBe('Connected')
  await setReadOnly(own.database.url, false)
  await until('the initials are listed', async () => {
    const { data } = await watcher.call(textingPresence.initials, { agencyId: 91 })
    return data.some(({ initials }) => initials === 'ABC')
  })
})
