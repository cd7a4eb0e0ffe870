import { contract } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { sandboxConfig } from '../config.ts'
import { checkAnswer, paced } from './answer.ts'
import type { Services } from './context.ts'

const services = {
  config: sandboxConfig({ databaseUrl: '', strictAnswers: false }),
  log: openLog('silent'),
} as unknown as Services
const answerOther = (): void => checkAnswer(contract.session.whoami, 'session.whoami', null, services)

/** Reads pieces, each of which others are answered during or not; what was waited for before the one after it. */
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
