import { allCalls } from '@agency-support/contract'
import type { AnyCall } from '@agency-support/contract/call'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { esignature } from '@agency-support/contract/modules/esignature'
import { texting } from '@agency-support/contract/modules/texting'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { ann } from '../../test/agency-users.ts'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { parseEnvelope } from '../../test/exchange.ts'
import { longestInput } from '../../test/longest-input.ts'
import { lines, sendRaw } from '../../test/raw-socket.ts'
import { sendFile } from '../../test/send-file.ts'
import { wireForm } from '../../test/wire.ts'
import { toJsonSchema } from '../openapi/json-schema.ts'

const agencyId = 31_001
const server = useServer()
let reader: TestClient
let software: TestClient
beforeAll(async () => {
  reader = await server.asNew()
  software = await server.software(agencyId)
  await software.call(agencyUsers.reportUsers, { users: [ann] })
})

const signin = { username: 'ABC', outcome: 0, hostname: 'HQ-1' }
/** Sends a report of sign-ins as raw bytes. */
const sendBytes = (body: Buffer, headers: Record<string, string> = {}) =>
  software.send({ ...wireForm(agencyUsers.reportSignins, { entries: [] }), body }, headers)
const listedSignins = async (ip: string) => {
  const { data } = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC', lastN: 100 })
  return data.filter((entry) => entry.ip === ip).map(({ created }) => created)
}
/** A report of one sign-in; each address gets a different time. */
const reportFrom = (ip: string, created = `2026-11-19T20:0${ip.split('.').slice(2).join(':0')}Z`): Buffer =>
  Buffer.from(JSON.stringify({ entries: [{ ...signin, ip, created }] }))

describe('an instant', () => {
  test('[AGENT-13] with an offset and seven fractional digits is kept as that instant', async () => {
    const entries = [
      { ...signin, ip: '10.0.0.1', created: '2026-11-19T20:00:00.1234567+00:00' },
      { ...signin, ip: '10.0.0.2', created: '2026-11-19T20:00:00.5-05:30' },
      { ...signin, ip: '10.0.0.3', created: '2026-11-19T20:00:00Z' },
    ]
    expect((await software.call(agencyUsers.reportSignins, { entries })).code).toBe(0)
    expect(await listedSignins('10.0.0.1')).toEqual(['2026-11-19T20:00:00.123Z'])
    expect(await listedSignins('10.0.0.2')).toEqual(['2026-11-20T01:30:00.500Z'])
    expect(await listedSignins('10.0.0.3')).toEqual(['2026-11-19T20:00:00.000Z'])
    const current = {
      timestamp: '2026-11-21T20:00:00.1234567+00:00',
      cmsUser: 'ABC',
      hawPath: 'H:\\',
      clientPath: 'C:\\',
    }
    await sendFile(
      software,
      {
        kind: 'agencyMultifolder',
        name: 'multifolder.json',
        fileTimestamp: '2026-11-21T21:00:00.1234567+01:00',
      },
      JSON.stringify({ current, lastFailure: null }),
    )
    const { data } = await reader.call(agencyFiles.multifolderLog, { agencyId })
    expect(data[0]?.current?.timestamp).toBe('2026-11-21T20:00:00.123Z')
  })

  test('may be written so in every agent call', () => {
    const strict = allCalls
      .filter(({ access }) => access === 'agent')
      .filter(({ input }) =>
        /"date-time","pattern":"[^"]*\(\?:Z\)\)/.test(JSON.stringify(toJsonSchema(input, 'input'))),
      )
    expect(strict.map(({ module, name }) => `${module}.${name}`)).toEqual([])
  })

  const malformed = 'must be an instant such as 2026-11-21T08:15:00Z'
  const outside = 'must be an instant of the years 1 to 9999'
  test.each([
    ['2026-02-30T00:00:00Z', malformed],
    ['2026-11-21T20:00:00', malformed],
    ['0000-01-01T00:00:00Z', outside],
    ['0001-01-01T00:00:00+01:00', outside],
  ])('is not %s', async (created, problem) => {
    const got = await sendBytes(reportFrom('10.0.0.9', created))
    expect(parseEnvelope(got).message).toBe(`1 of 1 sign-ins: created: ${problem}`)
    expect(await listedSignins('10.0.0.9')).toEqual([])
  })
})

test('[AGENT-14] a body that begins with a byte order mark is read as without it', async () => {
  const mark = Buffer.from('\ufeff')
  const got = await sendBytes(Buffer.concat([mark, reportFrom('10.0.1.1')]))
  expect([got.status, parseEnvelope(got).code]).toEqual([200, 0])
  expect(await listedSignins('10.0.1.1')).toHaveLength(1)
  expect((await sendBytes(Buffer.concat([mark, mark, reportFrom('10.0.1.2')]))).status).toBe(400)
})

describe('a body packed with gzip', () => {
  const gzip = { 'content-encoding': 'gzip' }

  test('[AGENT-15] is taken, and refused with 413 where it unpacks beyond the limit', async () => {
    const got = await sendBytes(gzipSync(reportFrom('10.0.2.1')), gzip)
    expect([got.status, parseEnvelope(got).code]).toEqual([200, 0])
    expect(await listedSignins('10.0.2.1')).toHaveLength(1)
    const { maxBody } = agencyUsers.reportSignins
    const padded = (length: number): Buffer => Buffer.from(reportFrom('10.0.2.2').toString().padEnd(length))
    expect((await sendBytes(gzipSync(padded(maxBody)), gzip)).status).toBe(200)
    const bomb = gzipSync(padded(40 * maxBody))
    expect(bomb.length).toBeLessThan(maxBody / 10)
    // Unpacked to its end it would be refused because it is not JSON.
    const endless = gzipSync(Buffer.alloc(40 * maxBody, 'x'))
    for (const packed of [gzipSync(padded(maxBody + 1)), bomb, endless]) {
      const refused = await sendBytes(packed, gzip)
      expect([refused.status, parseEnvelope(refused)]).toEqual([
        413,
        { code: 413, message: 'The request is too large.', data: [] },
      ])
    }
  })

  test('may hold a byte order mark, and is refused when it is damaged, of another kind or not JSON', async () => {
    const marked = Buffer.concat([Buffer.from('\ufeff'), reportFrom('10.0.2.3')])
    expect((await sendBytes(gzipSync(marked), { 'content-encoding': 'GZIP' })).status).toBe(200)
    const whole = gzipSync(reportFrom('10.0.2.4'))
    const answers = [
      await sendBytes(whole.subarray(0, -9), gzip),
      await sendBytes(randomBytes(40), gzip),
      await sendBytes(gzipSync('{'), gzip),
      await sendBytes(whole, { 'content-encoding': 'br' }),
    ]
    expect(answers.map((got) => [got.status, parseEnvelope(got).message])).toEqual([
      [400, 'The request body is not valid gzip.'],
      [400, 'The request body is not valid gzip.'],
      [400, 'The request body is not valid JSON.'],
      [415, 'The request body must be JSON in UTF-8, plain or packed with gzip.'],
    ])
    expect(await listedSignins('10.0.2.4')).toEqual([])
  })

  test('is for agencies’ software alone', async () => {
    const sent = wireForm(agencyUsers.users, { agencyId })
    const got = await reader.send({ ...sent, body: gzipSync(Buffer.from(String(sent.body))) }, gzip)
    expect(got.status).toBe(415)
  })
})

test('a body in another character set is refused, of people and of software, and UTF-8 may be named', async () => {
  const sent = wireForm(agencyUsers.users, { agencyId })
  const inCharset = async (charset: string) => {
    const type = { 'content-type': `application/json; charset=${charset}` }
    const answers = [await reader.send(sent, type), await sendBytes(reportFrom('10.0.4.1'), type)]
    return answers.map((got) => [got.status, parseEnvelope(got).message])
  }
  const other = [
    [415, 'The request body must be plain JSON in UTF-8.'],
    [415, 'The request body must be JSON in UTF-8, plain or packed with gzip.'],
  ]
  for (const charset of ['iso-8859-1', '"UTF-16"', 'utf-8x', 'x-utf-8'])
    expect(await inCharset(charset), charset).toEqual(other)
  expect(await listedSignins('10.0.4.1')).toEqual([])
  for (const charset of ['UTF-8', '"utf8"', 'utf-8; version=1'])
    expect(await inCharset(charset), charset).toEqual([
      [200, ''],
      [200, ''],
    ])
})

test('an unknown key is refused before a long report has come', async () => {
  const answer = await sendRaw(
    server.port,
    lines(
      'POST /agent/v1/conversion-errors HTTP/1.1',
      'Host: a',
      'Authorization: Bearer 31001.wrong',
      'Content-Type: application/json',
      'Content-Length: 30000000',
      'Connection: close',
      '',
      '{',
    ),
  )
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})

test('[AGENT-17] 5,000 errors of 2,000 characters each are taken', async () => {
  const errors = Array.from({ length: 5_000 }, (_, at) => ({
    clientId: String(at + 1).padStart(8, '0'),
    date: '2026-11-19T20:00:00.1234567+00:00',
    code: -2_147_483_648,
    msg: 'x'.repeat(2_000),
  }))
  const sent = await software.call(agencyFiles.reportConversionErrors, { errors })
  expect([sent.status, sent.code, sent.message]).toEqual([200, 0, ''])
  const stored = await reader.call(agencyFiles.conversionErrors, { agencyId })
  expect(stored.data).toHaveLength(5_000)
  expect(stored.data.every(({ msg }) => msg.length === 2_000)).toBe(true)
})

/** Lists whose entries have a limit together, below what their number and their own limits allow. */
const together: readonly [path: string, list: string, inner: string, entries: number][] = [
  ['/agent/v1/users', 'users', 'agencyPermissions', 500_000],
  ['/agent/v1/seats', 'seats', 'tokens', 10_000],
  ['/agent/v1/esignature', 'events', 'users', 5_000],
  ['/agent/v1/certificates', 'events', 'policies', 5_000],
  ['/agent/v1/certificates', 'events', 'certificateHolders', 5_000],
]

type Entries = Record<string, Record<string, unknown>[]>

/** The longest input of a call; inner lists are as long as they may be until there are as many entries as allowed. */
function longestReport({ at, input }: AnyCall): object {
  const report = longestInput(toJsonSchema(input, 'input')) as Entries
  for (const [path, list, inner, most] of together) {
    if (path !== at.path) continue
    let left = most
    report[list] = (report[list] ?? []).map((entry) => {
      const entries = (entry[inner] as unknown[]).slice(0, left)
      left -= entries.length
      return { ...entry, [inner]: entries }
    })
  }
  return report
}

// A part says of its entries only how many there may be: the program chooses how much it puts into each.
const limited = allCalls.filter(
  ({ access, at }) => access === 'agent' && at.form === 'body' && at.path !== '/agent/v1/reports/parts',
)

test.each(limited.map((call) => [call.at.path, call] as const))(
  '[AGENT-17] whatever the limits of %s allow fits into its body',
  (_path, call) => {
    expect(Buffer.byteLength(JSON.stringify(longestReport(call)))).toBeLessThanOrEqual(call.maxBody)
  },
)

test('[AGENT-17] the longest report of messages and a list of as many users with e-signature as may be are taken', async () => {
  const at = '2026-11-19T20:00:00.1234567+00:00'
  const wide = '漢'
  const message = {
    at,
    bandwidthMessageId: wide.repeat(100),
    source: 0,
    intPhone: '18015550142',
    extPhone: '18015550143',
    type: 0,
    status: 1,
    text: wide.repeat(2_048),
    attachments: Array.from({ length: 10 }, () => wide.repeat(255)),
  }
  const messages = Array.from({ length: 500 }, (_, index) => ({ ...message, id: `message ${index}` }))
  const answer = await software.call(texting.reportMessages, { events: messages })
  expect([answer.status, answer.code, answer.message]).toEqual([200, 0, ''])
  const users = Array.from({ length: 1_000 }, (_, index) => ({
    emailAddress: `${wide.repeat(240)}${index}@b.test`,
    userInitials: wide.repeat(10),
    isAdmin: false,
    isValidated: false,
    dateCreated: at,
    accountId: wide.repeat(50),
  }))
  const listed = await software.call(esignature.report, { events: [{ kind: 'users', id: 'all', at, users }] })
  expect([listed.status, listed.code, listed.message]).toEqual([200, 0, ''])
  const lists = Array.from({ length: 6 }, (_, index) => ({
    kind: 'users' as const,
    id: `${index}`,
    at,
    users,
  }))
  const refused = await software.call(esignature.report, { events: lists })
  expect([refused.status, refused.message]).toEqual([400, 'A report holds at most 5000 users.'])
})

test('more permissions than a report may hold are refused with a sentence', async () => {
  const agencyPermissions = Array.from({ length: 1_000 }, (_, at) => at)
  const users = Array.from({ length: 501 }, (_, at) => ({ ...ann, username: `U${at}`, agencyPermissions }))
  const refused = await software.call(agencyUsers.reportUsers, { users })
  expect([refused.status, refused.message]).toEqual([400, 'A report holds at most 500000 permissions.'])
})
