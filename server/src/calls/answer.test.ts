import { contract } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { sandboxConfig } from '../config.ts'
import { checkAnswer, paced, prepare } from './answer.ts'
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

test('a long answer pauses between its pieces only while others are answered', async () => {
  expect(await readPaced([false, true, true, false])).toEqual([
    ['turn'],
    ['turn', 'pause'],
    ['turn', 'pause'],
    ['turn'],
  ])
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
