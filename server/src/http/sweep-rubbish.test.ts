import type { AnyCall } from '@agency-support/contract/call'
import { EnvelopeShape } from '@agency-support/contract/envelope'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useServer } from '../../test/use-server.ts'
import type { Got, Sent } from '../../test/exchange.ts'
import { oddValues, type Rubbish, rubbish } from '../../test/rubbish.ts'
import { sampled } from '../../test/samples.ts'
import { probe } from '../../test/sweep.ts'
import { looseWireForm } from '../../test/wire.ts'

const server = useServer({ config: { signInByGet: true } })
beforeAll(async () => {
  // Calls that create something only once do so here, so that the same request later gets the same answer.
  for (const { call, input } of sampled) await probe(server, { call, sent: looseWireForm(call, input) })
})

/** No answer reveals internals. */
function expectNoInternals(got: Got): void {
  expect(got.status).toBeLessThan(500)
  expect(got.body).not.toMatch(/node_modules|\.ts:\d|at async|select |insert |FST_|ZodError|SyntaxError/)
}

function expectFailure(got: Got, status: number, sentence: string): void {
  expect(got.status).toBe(status)
  expect(EnvelopeShape.parse(JSON.parse(got.body))).toEqual({ code: status, message: sentence, data: [] })
  expect(got.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store, private',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
}

function isTooLong(call: AnyCall, { body = '' }: Sent): boolean {
  const isFile = call.at.form === 'upload' || call.at.form === 'multipart'
  return !isFile && Buffer.byteLength(body) > call.maxBody
}

/** The call may refuse its sample too: the answer must equal the one to the same request without the rubbish. */
function expectAsUsual(got: Got, { status, headers, body }: Got): void {
  expect(got.status).toBe(status)
  expect(got.headers['content-type']).toBe(headers['content-type'])
  const sign = (text: string): string => text.slice(0, 11)
  expect(sign(got.body)).toBe(sign(body))
}

test('there are thirty kinds of rubbish', () => {
  expect(rubbish.length).toBeGreaterThanOrEqual(30)
  expect(new Set(rubbish.map(({ kind }) => kind)).size).toBe(rubbish.length)
})

test('each makes sense for more than three calls', () => {
  const meant = ({ of }: Rubbish) => sampled.filter(({ call, input }) => of(call, input) !== undefined)
  expect(rubbish.filter((one) => meant(one).length <= 3).map(({ kind }) => kind)).toEqual([])
})

// Sends hundreds of requests one after another.
const slow = { timeout: 120_000 }

/** Returns a failed expectation as text, with what was sent and received. */
async function findProblems(sent: string, work: () => Promise<void>): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    const got = error instanceof Error && 'actual' in error ? ` ${JSON.stringify(error.actual)}` : ''
    return [`${sent}: ${error instanceof Error ? error.message : String(error)}${got.slice(0, 300)}`]
  }
}

// A webhook accepts any body; its own module tests that.
const ours = sampled.filter(({ call }) => call.at.form !== 'hook')

// One test per call: thousands of generated ones would distort the totals.
describe('every kind of rubbish', () => {
  test.each(ours)('$name', slow, async ({ call, input }) => {
    const problems: string[] = []
    // Asked for once: it stays the same.
    let usual: Promise<Got> | undefined
    for (const { kind, of, answer: toPeople, answerToAgency = toPeople } of rubbish) {
      const answer = call.access === 'agent' ? answerToAgency : toPeople
      const sent = of(call, input)
      if (sent === undefined) continue
      const found = await findProblems(kind, async () => {
        const got = await probe(server, { call, sent })
        expectNoInternals(got)
        if (isTooLong(call, sent)) expectFailure(got, 413, 'The request is too large.')
        else if (answer === 'as usual') {
          usual ??= probe(server, { call, sent: looseWireForm(call, input) })
          expectAsUsual(got, await usual)
        } else expectFailure(got, ...answer)
      })
      problems.push(...found)
    }
    expect(problems).toEqual([])
  })
})

test('none of it has reached a prototype of this process, which is the server’s', () => {
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(Object.keys(Array.prototype)).toEqual([])
  const plain: Record<string, unknown> = {}
  for (const name of ['permissions', 'x', 'admin']) expect(plain[name]).toBeUndefined()
})

/** A sentence, or one of the documented texts without a full stop. */
const worded =
  /^\S.{8,}\.$|^Invalid (status|Group Id)$|^New phone number must be at least 10 digits$|^Invalid Minimum Version/

describe('odd values in every field', () => {
  const withFields = sampled.flatMap(({ name, call, input }) =>
    ['query', 'upload', 'multipart'].includes(call.at.form) || !(call.input instanceof z.ZodObject)
      ? []
      : [{ name, call, input, fields: Object.keys(call.input.shape) }],
  )

  async function expectRightAnswer(call: AnyCall, odd: unknown): Promise<void> {
    const sent = looseWireForm(call, odd)
    const got = await probe(server, { call, sent })
    expectNoInternals(got)
    if (isTooLong(call, sent)) return expect(got.status).toBe(413)
    // Agencies' reports have a strict frame, but their entries are judged one by one.
    const list = call.judged?.list ?? ''
    const fields = Object(odd) as Record<string, unknown>
    const frame = Array.isArray(fields[list]) ? { ...fields, [list]: [] } : odd
    const isRight = call.input.safeParse(JSON.parse(JSON.stringify(frame))).success
    expect(got.status).toBe(isRight ? 200 : 400)
    if (!isRight) expect(EnvelopeShape.parse(JSON.parse(got.body)).message).toMatch(worded)
  }

  test.each(withFields)('$name', slow, async ({ call, input, fields }) => {
    const problems: string[] = []
    for (const field of fields) {
      for (const value of oddValues) {
        const name = `${field} = ${JSON.stringify(value)?.slice(0, 40)}`
        problems.push(
          ...(await findProblems(name, () => expectRightAnswer(call, { ...Object(input), [field]: value }))),
        )
      }
    }
    expect(problems).toEqual([])
  })
})

test('the command of a duplicate key is the last one, for the check as for the run', async () => {
  const client = await server.asNew({ permissions: [2000] })
  const send = (commands: string): Promise<Got> =>
    client.send({
      method: 'POST',
      path: '/api/request',
      headers: { 'content-type': 'application/json' },
      body: `{${commands},"agencyId":5,"name":"Mine","searchText":"x"}`,
    })
  const allowed = await send('"command":"UpdateAgencyName","command":"AgencySearch"')
  expect([allowed.status, allowed.body]).toEqual([200, '{"code":0,"message":"","data":[]}'])
  const refused = await send('"command":"AgencySearch","command":"UpdateAgencyName"')
  expect(refused.status).toBe(403)
})

test('headers of 20 kB are refused with the sentence', async () => {
  const client = await server.as(null)
  const got = await client.send({
    method: 'GET',
    path: '/api/environment',
    headers: { 'x-big': 'x'.repeat(20_000) },
  })
  expect(got.status).toBe(431)
  expect(JSON.parse(got.body)).toEqual({
    code: 431,
    message: 'The headers of the request are too large.',
    data: [],
  })
  expect(got.headers['x-content-type-options']).toBe('nosniff')
})
