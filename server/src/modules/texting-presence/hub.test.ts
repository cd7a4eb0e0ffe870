import { textingPresence } from '@agency-support/contract/modules/texting-presence'
import { beforeAll, describe, expect, test } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import { handshake, hubSockets, invoke } from '../../../test/hub-socket.ts'
import { setReadOnly } from '../../../test/read-only.ts'
import { until } from '../../../test/until.ts'
import { maxConnections, maxMessageBytes } from './limits.ts'

const separator = '\u001E'
const json = handshake
const agencyId = 6938

const server = useServer()
beforeAll(() => server.software(agencyId))
const { open, refusal } = hubSockets(server)

async function negotiate(client: Awaited<ReturnType<typeof server.software>>): Promise<string> {
  const answer = await client.call(textingPresence.negotiate, {})
  expect(answer.status).toBe(200)
  return answer.bare().connectionToken
}

describe('who may connect', () => {
  test('[PROV-75] the key is taken as Bearer or as access_token; without one, or with another, it is 401', async () => {
    for (const wish of [{}, { key: null, query: `?access_token=${testAgentKey(agencyId)}` }]) {
      const { socket, send, receive, closed } = await open(wish)
      send(json)
      expect(await receive(1)).toEqual([{}])
      socket.close()
      await closed
    }
    const unknown = [401, 'Unknown agency key.']
    expect(await refusal({ key: null })).toEqual(unknown)
    expect(await refusal({ key: `${testAgentKey(agencyId)}x` })).toEqual(unknown)
    expect(await refusal({ key: null, query: '?access_token=' })).toEqual(unknown)
  })

  test('negotiating needs the key and answers what a client has to know', async () => {
    const client = await server.software(agencyId)
    const { status } = await (await server.as(null)).call(textingPresence.negotiate, {})
    expect(status).toBe(401)
    const answer = (await client.call(textingPresence.negotiate, {})).bare()
    expect(answer).toMatchObject({
      negotiateVersion: 1,
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
    })
    expect(answer.connectionId).not.toBe(answer.connectionToken)
  })

  test('a token opens one connection of its agency, with any process, within fifteen seconds', async () => {
    const client = await server.software(agencyId)
    await server.software(8951)
    const never = [404, 'This connection was not negotiated, or too long ago.']
    expect(await refusal({ query: '?id=nothing' })).toEqual(never)
    const token = await negotiate(client)
    expect(await refusal({ query: `?id=${token}`, key: testAgentKey(8951) })).toEqual(never)
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'EE' : 'AA'}`
    expect(await refusal({ query: `?id=${forged}` })).toEqual(never)
    const other = await testServer({ database: server.database, clock: server.clock })
    ;(await open({ query: `?id=${token}`, port: other.port })).socket.close()
    await other.close()
    const first = await open({ query: `?id=${token}` })
    expect(await refusal({ query: `?id=${token}` })).toEqual([409, 'This connection was opened before.'])
    first.socket.close()
    const late = await negotiate(client)
    server.clock.turn(15)
    expect(await refusal({ query: `?id=${late}` })).toEqual(never)
  })

  test('an agency has a bounded number of connections, and others go on', async () => {
    await server.software(31)
    const key = testAgentKey(31)
    const sockets = await Promise.all(Array.from({ length: maxConnections }, () => open({ key })))
    expect(await refusal({ key })).toEqual([429, 'An agency may have 200 connections. Please close some.'])
    ;(await open()).socket.close()
    for (const { socket } of sockets) socket.close()
  })

  test('who asks too often is told to wait', async () => {
    await using strict = await testServer({ config: { agentRate: 3 } })
    await strict.software(agencyId)
    const { send, receive, closed, socket } = await open({ port: strict.port })
    send(
      json,
      invoke('Register', ['ABC'], '1'),
      invoke('Register', ['ABC'], '2'),
      invoke('Register', ['ABC'], '3'),
    )
    const tooMany = 'Too many requests. Please wait 10 seconds and try again.'
    const [, ...answers] = await receive(4)
    expect(answers).toContainEqual({ type: 3, invocationId: '2', result: null })
    expect(answers).toContainEqual({ type: 3, invocationId: '3', error: tooMany })
    expect(await refusal({ port: strict.port })).toEqual([429, tooMany])
    socket.close()
    await closed
  })

  test('requests that ask for another protocol elsewhere are answered like any other', async () => {
    const got = await (await server.as(null)).send(
      { method: 'GET', path: '/health/live' },
      { connection: 'Upgrade', upgrade: 'websocket' },
    )
    expect([got.status, JSON.parse(got.body)]).toEqual([200, { live: true }])
    expect(await refusal({ path: '/hubs/other' })).toEqual([404, 'There is nothing at this address.'])
  })
})

describe('what a client may say', () => {
  test('a handshake and calls in one frame are answered in order; names of methods ignore case', async () => {
    const { send, receive, socket } = await open()
    send(json, invoke('register', ['ABC'], '7'))
    expect(await receive(2)).toEqual([{}, { type: 3, invocationId: '7', result: null }])
    socket.close()
  })

  test('what the database does not take is saved when it does, though the client says nothing more', async () => {
    await using own = await testServer()
    await own.software(agencyId)
    const { send, receive, socket } = await open({ port: own.port })
    await setReadOnly(own.database.url, true)
    send(json, invoke('Register', ['ABC'], '1'))
    expect((await receive(2))[1]).toMatchObject({
      invocationId: '1',
      error: expect.stringContaining('saved'),
    })
    await setReadOnly(own.database.url, false)
    await until('it is saved', async () => {
      const rows = await own.db.read.selectFrom('texting_connection').select('initials').execute()
      return rows.some(({ initials }) => initials === 'ABC')
    })
    socket.close()
  })

  test('a message may come in pieces', async () => {
    const { send, receive, socket, closed } = await open()
    const whole = `${json}${separator}${invoke('Register', ['ABC'])}${separator}`
    for (let at = 0; at < whole.length; at += 20) socket.send(whole.slice(at, at + 20))
    expect(await receive(2)).toEqual([{}, { type: 3, invocationId: '0', result: null }])
    send('{"type":7}')
    expect(await closed).toBe(1000)
  })

  const sentence = 'Register takes the initials: text of 1 to 60 characters that can be seen.'
  test.each([
    [invoke('Register', []), sentence],
    [invoke('Register', ['  ']), sentence],
    [invoke('Register', [7]), sentence],
    [invoke('Register', ['x'.repeat(61)]), sentence],
    [invoke('Register', ['A\u202EB']), sentence],
    [invoke('Register', ['\uD800']), sentence],
    [invoke('Delete', ['ABC']), "The hub has no method 'Delete'."],
    ['{"type":4,"invocationId":"0","target":"Watch","arguments":[]}', "The hub has no stream 'Watch'."],
  ])('%s is answered with a sentence, and the connection goes on', async (message, error) => {
    const { send, receive, socket } = await open()
    send(json, message, '{"type":6}', '{"type":5,"invocationId":"0"}', '{"type":99}')
    expect(await receive(2)).toEqual([{}, { type: 3, invocationId: '0', error }])
    send(invoke('Register', ['ABC'], '1'))
    expect((await receive(3))[2]).toEqual({ type: 3, invocationId: '1', result: null })
    socket.close()
  })

  test.each([
    ['{"protocol":"messagepack","version":1}', "The protocol 'messagepack' is not supported."],
    ['{"protocol":"json","version":9}', "The server does not support version 9 of the 'json' protocol."],
    [`{"protocol":"${'p'.repeat(50)}","version":1}`, `The protocol '${'p'.repeat(40)}' is not supported.`],
    ['{"protocol":"json","version":1.5}', 'The handshake must be {"protocol":"json","version":1}.'],
    ['hello', 'The handshake must be {"protocol":"json","version":1}.'],
    ['{"type":6}', 'The handshake must be {"protocol":"json","version":1}.'],
  ])('the handshake %s is refused', async (handshake, error) => {
    const { send, closed, received } = await open()
    send(handshake, invoke('Register', ['ABC']))
    expect(await closed).toBe(1002)
    expect(received).toEqual([{ error }])
  })

  test.each(['no JSON', '[]', '{"type":"1"}', '{"type":1,"arguments":7}', ''])(
    'after the handshake %j ends the connection with a reason',
    async (text) => {
      const { send, closed, received } = await open()
      send(json, text)
      expect(await closed).toBe(1002)
      expect(received).toEqual([{}, { type: 7, error: 'A message must be a JSON object with a type.' }])
    },
  )

  test('bytes instead of text end the connection', async () => {
    const { socket, send, closed, received } = await open()
    send(json)
    socket.send(Buffer.from([1, 2, 3]))
    expect(await closed).toBe(1003)
    expect(received).toEqual([{}, { type: 7, error: 'The JSON protocol is sent as text.' }])
  })

  test('a frame that is too long ends the connection, and so does a message without an end', async () => {
    const long = await open()
    long.send('x'.repeat(maxMessageBytes))
    expect(await long.closed).toBe(1009)
    const endless = await open()
    for (let sent = 0; sent <= maxMessageBytes; sent += 1_000) endless.socket.send('x'.repeat(1_000))
    expect(await endless.closed).toBe(1002)
    expect(endless.received).toEqual([{ error: 'The message has no end.' }])
  })

  test('who does not shake hands within fifteen seconds is cut off, who did is not', async () => {
    const [slow, prompt] = [await open(), await open()]
    prompt.send(json)
    await prompt.receive(1)
    server.clock.turn(15)
    expect(await slow.closed).toBe(1006)
    // The ping after fifteen seconds.
    expect(await prompt.receive(2)).toEqual([{}, { type: 6 }])
    prompt.socket.close()
  })
})
