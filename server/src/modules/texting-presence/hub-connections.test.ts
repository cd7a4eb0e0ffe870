import { textingHub, textingPresence } from '@agency-support/contract/modules/texting-presence'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { testServer } from '../../../test/app.ts'
import { handshake, hubSockets, invoke } from '../../../test/hub-socket.ts'
import { lines } from '../../../test/raw-socket.ts'
import { until } from '../../../test/until.ts'
import { useServer } from '../../../test/use-server.ts'

const agencyId = 6938
const server = useServer()
beforeAll(() => server.software(agencyId))
const { open, refusal } = hubSockets(server)

test('a token stays used when the connections were looked at since, for as long as it is one', async () => {
  const client = await server.software(agencyId)
  const token = (await client.call(textingPresence.negotiate, {})).bare().connectionToken
  const { send, receive, socket } = await open({ query: `?id=${token}` })
  send(handshake, invoke('Register', ['LKD']))
  await receive(2)
  server.clock.turn(5)
  send('{"type":6}')
  const seenAt = server.clock.now().getTime()
  await until('the connections have been looked at', async () => {
    const rows = await server.db.read
      .selectFrom('texting_connection')
      .select('seen_at')
      .where('initials', '=', 'LKD')
      .execute()
    return rows[0]?.seen_at.getTime() === seenAt
  })
  expect(await refusal({ query: `?id=${token}` })).toEqual([409, 'This connection was opened before.'])
  socket.close()
})

test('nothing is compressed: a key in an answer would show in its length', async () => {
  const { socket, closed } = await open()
  expect(socket.extensions).toBe('')
  socket.close()
  await closed
})

test('while keys cannot be looked up it is 503, and who hangs up meanwhile harms nobody', async () => {
  await using own = await testServer()
  await own.software(agencyId)
  await own.db.write.transaction().execute(async (tx) => {
    await sql`lock table agency_key in access exclusive mode`.execute(tx)
    const left = connect(own.port, '127.0.0.1')
    left.write(
      lines(
        `GET ${textingHub} HTTP/1.1`,
        'Host: a',
        `Authorization: Bearer ${testAgentKey(agencyId)}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '',
        '',
      ),
    )
    await until('its key is being looked up', async () => {
      const waiting = sql`select from pg_locks where relation = 'agency_key'::regclass and not granted`
      return (await waiting.execute(own.db.write)).rows.length > 0
    })
    left.resetAndDestroy()
    await once(left, 'close')
  })
  await own.db.write.schema.alterTable('agency_key').renameTo('agency_key_away').execute()
  expect(await refusal({ port: own.port })).toEqual([
    503,
    'The database cannot be reached at the moment. Please try again in a few seconds.',
  ])
  await own.db.write.schema.alterTable('agency_key_away').renameTo('agency_key').execute()
  const { socket, closed } = await open({ port: own.port })
  socket.close()
  await closed
  expect(own.logSecrets.entries('textingHub.notAdmitted')).toHaveLength(1)
})

test('a call that expects no answer gets none, and is carried out', async () => {
  const { send, receive, socket } = await open()
  const register = (initials: string) =>
    JSON.stringify({ type: 1, target: 'Register', arguments: [initials] })
  send(handshake, register(' '), register('QUI'), invoke('Nothing', [], '9'))
  expect(await receive(2)).toEqual([
    {},
    { type: 3, invocationId: '9', error: "The hub has no method 'Nothing'." },
  ])
  await until('the initials are saved', async () => {
    const rows = await server.db.read.selectFrom('texting_connection').select('initials').execute()
    return rows.some(({ initials }) => initials === 'QUI')
  })
  socket.close()
})

test('initials of 60 characters are the longest; of a long name only the beginning is reported', async () => {
  const { send, receive, socket } = await open()
  const name = 'x'.repeat(50)
  send(handshake, invoke('Register', ['é'.repeat(60)], '1'), invoke(name, [], '2'))
  send(JSON.stringify({ type: 4, invocationId: '3', target: name }))
  const [, ...answers] = await receive(4)
  const begun = 'x'.repeat(40)
  for (const answer of [
    { type: 3, invocationId: '1', result: null },
    { type: 3, invocationId: '2', error: `The hub has no method '${begun}'.` },
    { type: 3, invocationId: '3', error: `The hub has no stream '${begun}'.` },
  ])
    expect(answers).toContainEqual(answer)
  socket.close()
})

test('a call that names nothing is answered, and the connection goes on', async () => {
  const { send, receive, socket } = await open()
  send(handshake, '{"type":4,"invocationId":"1"}')
  expect((await receive(2))[1]).toMatchObject({
    invocationId: '1',
    error: expect.stringContaining('no stream'),
  })
  send('{"type":1,"invocationId":"2"}')
  expect((await receive(3))[2]).toMatchObject({
    invocationId: '2',
    error: expect.stringContaining('no method'),
  })
  socket.close()
})

test('a server that stops asks each client to come again, and waits for nobody for long', async () => {
  const stopping = await testServer({ database: server.database, clock: server.clock })
  const [ready, early, deaf] = [
    await open({ port: stopping.port }),
    await open({ port: stopping.port }),
    await open({ port: stopping.port }),
  ]
  for (const { send, receive } of [ready, deaf]) {
    send(handshake)
    await receive(1)
  }
  // It reads nothing, so it never confirms that the connection is closed.
  deaf.socket.pause()
  const began = performance.now()
  await stopping.close()
  // The library itself would wait for thirty seconds.
  expect(performance.now() - began).toBeLessThan(15_000)
  expect([await ready.closed, await early.closed]).toEqual([1012, 1012])
  expect(ready.received).toEqual([{}, { type: 7, allowReconnect: true }])
  expect(early.received).toEqual([])
  deaf.socket.terminate()
  await deaf.closed
})
