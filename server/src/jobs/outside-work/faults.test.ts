import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testInstant } from '../../../test/journal-rows.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { AnswerTimeout, queryCancelledCode } from '../../db/database-errors.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { openLog } from '../../lib/log.ts'
import { carryOut, type Job } from './carry-out.ts'
import type { WorkKind } from './kind.ts'
import { OutsideWorkQueue } from './outside-work.ts'
import { readWork, toView } from './store.ts'

const { db, inTx } = useDatabase()
const agencyId = 6938
const clock = { now: () => testInstant }

const faulty: WorkKind<string, number, null> = {
  name: 'test.faulty',
  module: 'agencies',
  input: z.string(),
  progress: z.int(),
  step: () => {
    throw new TypeError('undefined is not a function')
  },
}

/** Adds work of a kind; returns it with what carries it out, what is sent to the queue and what is logged. */
async function begin(kind: WorkKind<string, number, null>) {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const queue = new OutsideWorkQueue({ db, clock, log })
  onTestFinished(() => queue.stop())
  await queue.open()
  await inTx((tx) => queue.add(tx, kind, { agencyId, input: 'a', by: 'ann', progress: 1 }))
  const sent: { job: Job; seconds: number }[] = []
  const engine = {
    db,
    clock,
    log,
    needs: null,
    hint: () => undefined,
    committed: () => undefined,
    kinds: new Map([[kind.name, kind]]),
    send: (_tx: object, job: Job, seconds: number) => {
      sent.push({ job, seconds })
      return Promise.resolve()
    },
  }
  const workId = (await readWork(db.read, agencyId, kind.name))?.work_id ?? ''
  return { engine, workId, sent, lines }
}

test.each([
  ['a statement that took too long', Object.assign(new Error('cancelled'), { code: queryCancelledCode })],
  ['an answer that took too long', new AnswerTimeout()],
])('%s is no failure of the step: its job is repeated at once', async (_what, error) => {
  const slow: WorkKind<string, number, null> = {
    ...faulty,
    name: `test.slow.${error.name}`,
    step: () => Promise.reject(error),
  }
  const { engine, workId, sent, lines } = await begin(slow)
  await expect(carryOut(engine, { workId, due: testInstant.toISOString() })).rejects.toBe(error)
  expect(await readWork(db.read, agencyId, slow.name)).toMatchObject({
    failures: 0,
    last_failure: null,
    next_attempt_at: testInstant,
  })
  expect([sent, lines]).toEqual([[], []])
})

test('a step that fails by a fault of ours is shown, and tried again as seldom as one of its provider', async () => {
  const { engine, workId, sent, lines } = await begin(faulty)
  await carryOut(engine, { workId, due: testInstant.toISOString() })
  const due = plusSeconds(testInstant, 5).toISOString()
  expect(sent).toEqual([{ job: { workId, due }, seconds: 5 }])
  const row = await readWork(db.read, agencyId, faulty.name)
  expect(row && toView(row)).toMatchObject({
    failures: 1,
    lastFailure: 'An error occurred on the server, whose log has the reason',
    nextAttemptAt: due,
  })
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'outsideWork.failed', work: workId, error: 'undefined is not a function' },
  ])
})
