import type { email, Suppression } from '@agency-support/contract/modules/email'
import { expect, test } from 'vitest'
import type { Outcome } from '../../lib/requests/api.ts'
import { purgeInBatches } from './purge-batches.ts'

const rows = (count: number): Suppression[] =>
  Array.from({ length: count }, (_, at) => ({ email: `${at}@b.example`, type: 'bounce', is6x: false }))

type Answer = (batch: readonly Suppression[]) => Outcome<typeof email.purge>
const allGone: Answer = () => ({ kind: 'ok', data: null, message: '' })
const noneGone: Answer = (batch) => ({
  kind: 'refused',
  code: 1,
  message: 'none',
  data: { results: batch.map((row) => ({ ...row, purged: false, message: 'SendGrid is busy' })) },
})
const silent: Answer = () => ({ kind: 'failed', status: 500, statusText: '', message: 'An error occurred.' })

async function run(count: number, ...answers: Answer[]) {
  const sizes: number[] = []
  const progress: number[] = []
  let underWay = 0
  const outcome = await purgeInBatches(
    rows(count),
    async (batch) => {
      underWay += 1
      expect(underWay).toBe(1)
      const answer = (answers[sizes.length] ?? allGone)(batch)
      sizes.push(batch.length)
      await Promise.resolve()
      underWay -= 1
      return answer
    },
    (purged) => void progress.push(purged),
  )
  const purged = outcome.results.filter((one) => one.purged).length
  return { ...outcome, sizes, progress, purged }
}

test('[PROV-35] 5,000 addresses go in ten batches one after the other, and each is reported', async () => {
  const { sizes, progress, purged, isStopped } = await run(5_000)
  expect(sizes).toEqual(Array.from({ length: 10 }, () => 500))
  expect(progress).toEqual([500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 4_500, 5_000])
  expect([purged, isStopped]).toEqual([5_000, false])
})

test('[PROV-38] what is left of one batch does not keep the next from going', async () => {
  const half: Answer = (batch) => ({
    kind: 'refused',
    code: 1,
    message: 'some',
    data: {
      results: batch.map((row, at) => ({
        ...row,
        purged: at % 2 === 0,
        message: at % 2 === 0 ? '' : 'listed',
      })),
    },
  })
  const { sizes, purged, results } = await run(1_200, allGone, half)
  expect(sizes).toEqual([500, 500, 200])
  expect([purged, results.length]).toEqual([950, 1_200])
  expect(results[501]).toMatchObject({ email: '501@b.example', purged: false, message: 'listed' })
})

test('after a batch of which nothing was purged, or that got no answer, nothing more is sent', async () => {
  const busy = await run(1_500, allGone, noneGone)
  expect([busy.sizes, busy.purged, busy.isStopped]).toEqual([[500, 500], 500, false])
  expect(busy.results.map(({ message }) => message).slice(999, 1_001)).toEqual([
    'SendGrid is busy',
    'not tried',
  ])
  const stopped = await run(1_500, allGone, silent)
  expect([stopped.sizes, stopped.purged, stopped.isStopped]).toEqual([[500, 500], 500, true])
  expect(stopped.results).toHaveLength(1_500)
})
