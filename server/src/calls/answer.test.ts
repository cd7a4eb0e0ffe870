import { contract } from '@agency-support/contract'
import {
  type Answer,
  bare,
  many,
  nothing,
  one,
  raw,
  streamed,
  text as plainText,
} from '@agency-support/contract/answer'
import { read, signal, write } from '@agency-support/contract/call'
import { event } from '@agency-support/contract/event'
import { nested } from '@agency-support/contract/nested-command'
import { hook, post } from '@agency-support/contract/wire'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { openLog } from '../lib/log.ts'
import { sandboxConfig } from '../settings/config.ts'
import { z } from 'zod'
import { checkAnswer, hasOutcome, jsonType, paced, type Prepared, prepare, withFirstPiece } from './answer.ts'
import type { Services } from './context.ts'
import { WrittenJson } from './written-json.ts'

const services = {
  config: sandboxConfig({ databaseUrl: '', strictAnswers: false }),
  log: openLog('silent'),
} as unknown as Services
const answerOther = (): void => checkAnswer(contract.session.whoami, 'session.whoami', null, services)

/** Reads pieces, with other answers sent during some of them; returns the waits before each next piece. */
async function readPaced(others: readonly boolean[]): Promise<('turn' | 'pause')[][]> {
  const waits: ('turn' | 'pause')[][] = []
  async function* pieces() {
    for (const isAnswered of others) {
      await Promise.resolve()
      if (isAnswered) answerOther()
      waits.push([])
      yield 'piece'
    }
  }
  const leave = (milliseconds: number): Promise<void> => {
    waits.at(-1)?.push(milliseconds === 0 ? 'turn' : 'pause')
    return Promise.resolve()
  }
  for await (const piece of paced(pieces(), leave)) expect(piece).toBe('piece')
  return waits
}

test('a pause is twice as long as its piece took', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const waits: number[] = []
  async function* pieces() {
    for (const took of [7, 30]) {
      await Promise.resolve()
      now += took
      answerOther()
      yield 'piece'
    }
  }
  const leave = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
    // Neither the reader nor the pause itself counts.
    now += 1_000
    return Promise.resolve()
  }
  for await (const piece of paced(pieces(), leave)) now += piece.length * 100
  expect(waits).toEqual([0, 14, 0, 60])
})

test('a long answer pauses between its pieces only while others are answered', async () => {
  expect(await readPaced([false, true, true, false])).toEqual([
    ['turn'],
    ['turn', 'pause'],
    ['turn', 'pause'],
    ['turn'],
  ])
})

test('a list that is streamed does not take itself for another answer', async () => {
  const call = read({ ...base, heavy: true, answer: streamed(item) })
  const waits: number[] = []
  const leave = (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
    return Promise.resolve()
  }
  const pieces = paced(stream('{"n":1}', '{"n":2}'), leave)
  await pieces.next()
  checkAnswer(call, 'made.up', pieces, services)
  await pieces.next()
  expect(waits).toEqual([0])
})

const { search, agencyHistory } = contract.journal
const page = '{"entries":[],"next":null,"lookedBackTo":null}'
const checkStrictly = (call: typeof search | typeof agencyHistory, items: string): void =>
  checkAnswer(call, call.name, new WrittenJson(items), {
    ...services,
    config: sandboxConfig({ databaseUrl: '', strictAnswers: true }),
  })

test('items that the database wrote stand in the envelope as they are, beside any message', () => {
  const items = '{"entries":["$& and $1"]}'
  const { body } = prepare(search, new WrittenJson(items), 'look at "data":[]') as { body: Buffer }
  expect(String(body)).toBe(`{"code":0,"message":"look at \\"data\\":[]","data":[${items}]}`)
  expect(prepare(agencyHistory, new WrittenJson(''), '')).toMatchObject({
    body: Buffer.from('{"code":0,"message":"","data":[]}'),
  })
})

test('items that the database wrote are compared with the contract too', () => {
  expect(() => checkStrictly(search, page)).not.toThrow()
  expect(() => checkStrictly(agencyHistory, '')).not.toThrow()
  for (const wrong of ['', `${page},${page}`, '{"entries":[{"id":1}],"next":null,"lookedBackTo":null}'])
    expect(() => checkStrictly(search, wrong)).toThrow('does not fit its contract')
  expect(() => checkStrictly(agencyHistory, page)).toThrow('does not fit its contract')
})

const about = 'Made up for a test.'
const happened = event('made.happened', 'Happened')
const base = { about, at: post('/made/up'), access: 'staff', input: z.object({}) } as const
const item = z.object({ n: z.int() })
const stream = async function* (...pieces: string[]) {
  await Promise.resolve()
  yield* pieces
}
const bodyOf = async (prepared: Prepared): Promise<string> => {
  if (prepared.kind === 'takeOver') throw new Error('it has no body')
  return prepared.kind === 'stream' ? text(prepared.body) : prepared.body.toString()
}

test('an answer is an envelope, with its outcome where the call declares one', async () => {
  const outcome = { outcome: { code: 0, message: 'by the way' } }
  for (const declared of [false, true]) {
    const options = { outcome: declared }
    const more = declared ? outcome : {}
    const envelopeOf = async (answer: Answer, returned: unknown): Promise<unknown> => {
      const prepared = prepare(read({ ...base, answer }), returned, 'by the way')
      expect(prepared).toMatchObject({ kind: 'text', status: 200, type: jsonType })
      return JSON.parse(await bodyOf(prepared))
    }
    const head = { code: 0, message: 'by the way', ...more }
    expect(await envelopeOf(one(item, options), { n: 1 })).toEqual({ ...head, data: [{ n: 1 }] })
    expect(await envelopeOf(many(item, options), [{ n: 1 }, { n: 2 }])).toEqual({
      ...head,
      data: [{ n: 1 }, { n: 2 }],
    })
    expect(await envelopeOf(nothing(options), null)).toEqual({ ...head, data: [] })
    expect(hasOutcome(read({ ...base, answer: nothing(options) }))).toBe(declared)
  }
  expect(hasOutcome(read({ ...base, answer: bare(item) }))).toBe(false)
  expect(hasOutcome(undefined)).toBe(false)
})

test('a command in a field of its name succeeds with code 200, a provider is answered without a body', async () => {
  const within = write({ ...base, at: nested('/made/up', 'Do'), event: happened, answer: nothing() })
  expect(await bodyOf(prepare(within, null, ''))).toBe('{"code":200,"message":"","data":[]}')
  const at = hook('/made/hook', { proof: 'bandwidth', body: 'json' })
  const signalCall = signal({ about, at, access: 'provider', input: z.object({}), answer: nothing() })
  const type = 'text/plain; charset=utf-8'
  expect(prepare(signalCall, null, '')).toEqual({ kind: 'text', status: 204, type, body: '' })
})

test('what is no envelope goes out as it is', async () => {
  expect(prepare(read({ ...base, answer: bare(item) }), { n: 1 }, '')).toEqual({
    kind: 'text',
    status: 200,
    type: jsonType,
    body: '{"n":1}',
  })
  const plain = prepare(read({ ...base, answer: plainText() }), 'as it is', '')
  expect(plain).toEqual({ kind: 'text', status: 200, type: 'text/plain; charset=utf-8', body: 'as it is' })
})

test('a list that is passed on as it is read is one envelope, whether it comes whole or in pieces', async () => {
  const call = read({ ...base, heavy: true, answer: streamed(item) })
  const sent = async (returned: unknown): Promise<string> => {
    const prepared = prepare(call, returned, '')
    expect(prepared).toMatchObject({ type: jsonType })
    return bodyOf(prepared)
  }
  for (const returned of ['{"n":1},{"n":2}', stream('{"n":1}', '{"n":2}'), stream('{"n":1},{"n":2}')])
    expect(await sent(returned)).toBe('{"code":0,"message":"","data":[{"n":1},{"n":2}]}')
  for (const none of ['', stream()]) expect(await sent(none)).toBe('{"code":0,"message":"","data":[]}')
})

test('bytes that a handler writes have its headers and status, or the type of the contract and 200', async () => {
  const call = read({ ...base, answer: raw('text/csv') })
  expect(prepare(call, { body: 'a,b' }, '')).toEqual({
    kind: 'text',
    status: 200,
    type: 'text/csv',
    body: 'a,b',
  })
  const headers = { etag: '"x"' }
  const file = prepare(call, { stream: [Buffer.from('a'), Buffer.from('b')], headers }, '')
  expect(file).toMatchObject({ kind: 'stream', status: 200, type: 'text/csv', headers })
  expect(await bodyOf(file)).toBe('ab')
  expect(prepare(call, { stream: [], headers, status: 206 }, '')).toMatchObject({ status: 206 })
  const takeOver = (): void => undefined
  expect(prepare(call, { takeOver }, '')).toEqual({ kind: 'takeOver', takeOver })
})

test('a list fails before its answer begins if its first piece does, and is let go by a reader who stops', async () => {
  const failing = async function* () {
    await Promise.resolve()
    yield* [] as string[]
    throw new Error('no first piece')
  }
  await expect(withFirstPiece(failing())).rejects.toThrow('no first piece')
  let isLetGo = false
  const held = async function* () {
    try {
      yield* stream('one', 'two', 'three')
    } finally {
      isLetGo = true
    }
  }
  const seen: string[] = []
  for await (const piece of await withFirstPiece(held())) {
    seen.push(piece)
    if (piece === 'two') break
  }
  expect([seen, isLetGo]).toEqual([['one', 'two'], true])
})

test('in production one answer in a hundred is compared, and a misfit only logged', () => {
  const errors: unknown[] = []
  const log = { ...services.log, error: (event: string, facts?: object) => errors.push({ event, ...facts }) }
  const call = read({ ...base, answer: one(item) })
  const compare = (returned: unknown): void => checkAnswer(call, 'made.up', returned, { ...services, log })
  for (let times = 0; times < 300; times += 1) compare({ n: 'no number' })
  expect(errors).toHaveLength(3)
  expect(errors[0]).toMatchObject({
    event: 'answer.mismatch',
    error: expect.stringMatching(/^the answer of made\.up does not fit its contract: /),
  })
  for (let times = 0; times < 300; times += 1) compare({ n: 1 })
  expect(errors).toHaveLength(3)
})

test('in development every answer is compared, in the form that it has', () => {
  const strict = { ...services, config: sandboxConfig({ databaseUrl: '', strictAnswers: true }) }
  const compare = (answer: Answer, returned: unknown) => (): void =>
    checkAnswer(read({ ...base, answer }), 'made.up', returned, strict)
  for (const [answer, right, wrong] of [
    [one(item), { n: 1 }, [{ n: 1 }]],
    [many(item), [{ n: 1 }], { n: 1 }],
    [bare(item), { n: 1 }, null],
  ] as const) {
    expect(compare(answer, right)).not.toThrow()
    expect(compare(answer, wrong)).toThrow('the answer of made.up does not fit its contract')
  }
  for (const answer of [nothing(), plainText(), raw('text/csv')])
    expect(compare(answer, 'anything')).not.toThrow()
})
