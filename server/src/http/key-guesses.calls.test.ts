import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { keyHash } from '../lib/agent-key.ts'
import { testAgentKey } from '../../test/agent-keys.ts'
import { type TestServer, testServer } from '../../test/app.ts'
import type { TestClient } from '../../test/client.ts'
import { announce, logNamed } from '../../test/send-file.ts'
import { lines, sendRaw } from '../../test/raw-socket.ts'
import { guessesPerAgency, guessesPerNetwork } from '../auth/key-guesses.ts'

let server: TestServer
let anybody: TestClient
beforeAll(async () => {
  server = await testServer({ config: { trustedProxies: ['127.0.0.1'] } })
  anybody = await server.as(null)
})
afterAll(() => server.close())

const beat = { versionDisplay: '5.4.2', hostName: 'SERVER01' }
const guess = (number: number): string => `a-guess-of-more-than-32-characters-${number}`
let agencyId = 52_000
let place = ''
beforeEach(() => {
  agencyId += 1
  place = `203.0.113.${agencyId % 250}`
})

/** Sends a heartbeat with a key from an address; returns the status, the message and the seconds of Retry-After. */
async function beatWith(
  key: string,
  from = place,
): Promise<{ status: number; message: string; wait: number }> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from }
  const { status, message, headers: got } = await anybody.call(agencyCommands.heartbeat, beat, headers)
  return { status, message, wait: Number(got['retry-after'] ?? 0) }
}

const statusOf = async (key: string, from = place): Promise<number> => (await beatWith(key, from)).status

async function guessAt(id: number, times: number, from = place): Promise<number[]> {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1) statuses.push(await statusOf(`${id}.${guess(at)}`, from))
  return statuses
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status)

test('ten different wrong keys of an agency within a minute are enough from one network, whatever the next one is', async () => {
  await server.software(agencyId)
  expect(await guessAt(agencyId, guessesPerAgency)).toEqual(times(guessesPerAgency, 401))
  server.clock.turn(20)
  expect(await beatWith(`${agencyId}.${guess(99)}`)).toEqual({
    status: 429,
    message: 'Too many unknown agency keys came from here. Please wait 40 seconds and try again.',
    wait: 40,
  })
  // The key is not even looked up, so it is refused although it would now be correct.
  const right = { key_hash: keyHash(guess(99)) }
  await server.db.write.updateTable('agency_key').set(right).where('agency_id', '=', agencyId).execute()
  expect(await statusOf(`${agencyId}.${guess(99)}`)).toBe(429)
  expect(await statusOf(`${agencyId}.${guess(99)}`, '203.0.113.251')).toBe(200)
  server.clock.turn(40)
  expect(await statusOf(`${agencyId}.${guess(99)}`)).toBe(200)
  server.clock.turn(60)
})

test('right keys behind the same address are taken: that of the agency which was in use, and those of others', async () => {
  await server.software(agencyId)
  await server.software(agencyId + 1000)
  expect(await statusOf(testAgentKey(agencyId), '203.0.113.252')).toBe(200)
  expect(await guessAt(agencyId, guessesPerAgency + 1)).toEqual([...times(guessesPerAgency, 401), 429])
  expect(await statusOf(testAgentKey(agencyId))).toBe(200)
  expect(await statusOf(testAgentKey(agencyId + 1000))).toBe(200)
  expect(await statusOf(`${agencyId}.${guess(50)}`)).toBe(429)
  server.clock.turn(60)
})

test('software that goes on with one wrong key counts once, and holds nobody up', async () => {
  await server.software(agencyId)
  for (let at = 0; at < 30; at += 1) expect(await statusOf(`${agencyId}.${guess(0)}`)).toBe(401)
  expect(await statusOf(testAgentKey(agencyId))).toBe(200)
  // Text without the form of a key is not looked up and does not count as a guess.
  for (let at = 0; at < 30; at += 1) expect(await statusOf(`${agencyId}.short-${at}`)).toBe(401)
  expect(await guessAt(agencyId, guessesPerAgency)).toEqual(times(guessesPerAgency, 401))
  server.clock.turn(60)
})

test('a hundred wrong keys from one network are enough for all agencies; keys that were right there go on', async () => {
  await server.software(agencyId)
  await server.software(agencyId + 1000)
  expect(await statusOf(testAgentKey(agencyId))).toBe(200)
  for (let at = 0; at < guessesPerNetwork; at += 1)
    expect(await statusOf(`${90_000 + at}.${guess(0)}`)).toBe(401)
  expect(await statusOf(`80000.${guess(0)}`)).toBe(429)
  expect(await statusOf(testAgentKey(agencyId))).toBe(200)
  const unseen = testAgentKey(agencyId + 1000)
  expect([await statusOf(unseen), await statusOf(unseen, '203.0.113.253')]).toEqual([429, 200])
  server.clock.turn(60)
})

test('guesses made at once count as those after one another; a right key that is looked up takes none of them', async () => {
  await server.software(agencyId)
  const wrong = Array.from({ length: 40 }, (_, at) => statusOf(`${agencyId}.${guess(at)}`))
  const statuses = await Promise.all(wrong)
  expect(statuses.filter((status) => status === 401)).toHaveLength(guessesPerAgency)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  server.clock.turn(60)
  expect(await guessAt(agencyId, guessesPerAgency - 1)).toEqual(times(guessesPerAgency - 1, 401))
  const first = Array.from({ length: 20 }, () => statusOf(testAgentKey(agencyId)))
  expect(await Promise.all(first)).toEqual(times(20, 200))
  expect([await statusOf(`${agencyId}.${guess(70)}`), await statusOf(`${agencyId}.${guess(71)}`)]).toEqual([
    401, 429,
  ])
  server.clock.turn(60)
})

test('a key that was right until it was revoked is a wrong one like any other', async () => {
  await server.software(agencyId)
  expect(await statusOf(testAgentKey(agencyId))).toBe(200)
  await server.db.write.deleteFrom('agency_key').where('agency_id', '=', agencyId).execute()
  expect(await guessAt(agencyId, guessesPerAgency)).toEqual(times(guessesPerAgency, 401))
  expect([await statusOf(testAgentKey(agencyId)), await statusOf(testAgentKey(agencyId))]).toEqual([401, 429])
  server.clock.turn(60)
})

test('addresses of one /64 are one network', async () => {
  await server.software(agencyId)
  const statuses = []
  for (let at = 0; at < guessesPerAgency; at += 1)
    statuses.push(await statusOf(`${agencyId}.${guess(at)}`, `2001:db8:0:7::${at + 1}`))
  expect(statuses).toEqual(times(guessesPerAgency, 401))
  expect(await statusOf(`${agencyId}.${guess(20)}`, '2001:db8:0:7:ffff::')).toBe(429)
  expect(await statusOf(`${agencyId}.${guess(20)}`, '2001:db8:0:8::1')).toBe(401)
  server.clock.turn(60)
})

describe('who is held up is told so', () => {
  const refused = [429, 'Too many unknown agency keys came from here. Please wait 60 seconds and try again.']

  test('before a body is read, at uploads and long reports too', async () => {
    await server.software(agencyId)
    await guessAt(agencyId, guessesPerAgency)
    const key = `${agencyId}.${guess(30)}`
    const answer = await sendRaw(
      server.port,
      lines(
        'POST /agent/v1/heartbeat HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${key}`,
        `X-Forwarded-For: ${place}`,
        'Content-Type: application/json',
        'Content-Length: 60000',
        'Connection: close',
        '',
        '{',
      ),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': place }
    const announced = announce(logNamed('a.log'), Buffer.from('x'))
    const upload = await anybody.call(agencyFiles.openUpload, announced, headers)
    expect([upload.status, upload.message]).toEqual(refused)
    const errors = await anybody.call(agencyFiles.reportConversionErrors, { errors: [] }, headers)
    expect([errors.status, errors.message]).toEqual(refused)
    server.clock.turn(60)
  })

  test('at the texting hub, where guesses count with those of the calls', async () => {
    await server.software(agencyId)
    const connect = (number: number): Promise<number | undefined> => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/hubs/texting`, {
        headers: { authorization: `Bearer ${agencyId}.${guess(number)}`, 'x-forwarded-for': place },
      })
      socket.once('unexpected-response', (_request, answer) => {
        resolve(answer.statusCode)
        answer.destroy()
      })
      socket.once('open', () => reject(new Error('it was let in')))
      socket.on('error', () => undefined)
      return promise
    }
    for (let at = 0; at < guessesPerAgency - 1; at += 1) expect(await connect(at)).toBe(401)
    expect(await statusOf(`${agencyId}.${guess(40)}`)).toBe(401)
    expect([await connect(41), await statusOf(`${agencyId}.${guess(42)}`)]).toEqual([429, 429])
    server.clock.turn(60)
  })
})

test('a clock that goes back holds nobody up for longer than a minute', async () => {
  await server.software(agencyId)
  server.clock.turn(3600)
  await guessAt(agencyId, guessesPerAgency)
  server.clock.turn(-3600)
  expect(await statusOf(`${agencyId}.${guess(60)}`)).toBe(401)
})
