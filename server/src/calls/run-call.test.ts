import { allCalls } from '@agency-support/contract'
import { nothing, one } from '@agency-support/contract/answer'
import { type AnyCall, audited, signal, write } from '@agency-support/contract/call'
import { event } from '@agency-support/contract/event'
import { post } from '@agency-support/contract/wire'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useDatabase } from '../../test/use-database.ts'
import { testInstant } from '../../test/journal-rows.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { query, statement } from '../db/query.ts'
import type { Handler } from './context.ts'
import type { AnyHandler } from './context.ts'
import { claimKey } from './idempotency.ts'
import { type Run, runCall } from './run-call.ts'

const { database, db } = useDatabase({ poolSize: 4 })

const happened = event('made.happened', 'Happened')
const base = {
  about: 'Made up for a test.',
  at: post('/made/up'),
  access: 'staff',
  input: z.object({}),
} as const
const looked = audited({ ...base, event: happened, answer: one(z.string()) })
const beat = signal({ ...base, answer: nothing() })
const changed = write({ ...base, event: happened, answer: nothing() })
const slow = write({ ...base, outside: true, event: happened, answer: nothing() })

function run(
  call: AnyCall,
  handler: AnyHandler,
  key?: Run['key'],
  on: OpenDatabase = db,
): ReturnType<typeof runCall> {
  const now = testInstant
  return runCall({
    call,
    handler,
    input: {},
    common: {},
    auditContext: { at: now, actor: { kind: 'system', name: 'test', sessionId: null }, requestId: 'r1' },
    db: on,
    key,
    now,
    finish: (returned) => ({ kind: 'text', status: 200, type: '', body: JSON.stringify(returned) }),
    committed: () => undefined,
  })
}

const journal = (): Promise<{ event: string; subject: string | null }[]> =>
  db.read.selectFrom('journal').select(['event', 'subject']).orderBy('seq').execute()

test('an audited call has its row in the journal before it answers', async () => {
  const handler: Handler<typeof looked> = async (_input, { append }) => {
    await append({ event: 'made.happened', subject: 'a file' })
    return 'bytes'
  }
  expect(await run(looked, handler)).toMatchObject({ body: '"bytes"' })
  expect(await journal()).toContainEqual({ event: 'made.happened', subject: 'a file' })
})

test('an audited call without a row fails', async () => {
  const handler: Handler<typeof looked> = () => 'bytes'
  await expect(run(looked, handler)).rejects.toThrow('an audited call must append its journal row')
})

test('an audited call reads on a connection that cannot write', async () => {
  const handler: Handler<typeof looked> = async (_input, ctx) => {
    await query(ctx.db, statement<[]>('delete_switches', 'delete from feature_switch'), [])
    return ''
  }
  await expect(run(looked, handler)).rejects.toMatchObject({ code: '25006' })
})

test('a signal writes state of its own without a row', async () => {
  const before = (await journal()).length
  const handler: Handler<typeof beat> = async (_input, { tx }) => {
    await tx.insertInto('feature_switch').values({ name: 'Beat', enabled: true }).execute()
    return null
  }
  await run(beat, handler)
  expect(await db.read.selectFrom('feature_switch').select('name').execute()).toContainEqual({ name: 'Beat' })
  expect(await journal()).toHaveLength(before)
})

const countOpenSql = statement<[], { open: number }>(
  'count_open_transactions',
  `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
)

test('a call to the outside holds no connection while it waits', async () => {
  const handler: Handler<typeof slow> = async (_input, ctx) => {
    expect(await query(ctx.db, countOpenSql, [])).toEqual([{ open: 0 }])
    return ctx.transaction(async ({ append }) => {
      await append({ event: 'made.happened', subject: 'the result' })
      return null
    })
  }
  await run(slow, handler)
  expect(await journal()).toContainEqual({ event: 'made.happened', subject: 'the result' })
})

test('a transaction of a call to the outside that changes something without a row is taken back', async () => {
  const handler: Handler<typeof slow> = (_input, ctx) =>
    ctx.transaction(async ({ tx }) => {
      await tx.insertInto('feature_switch').values({ name: 'Silent', enabled: true }).execute()
      return null
    })
  await expect(run(slow, handler)).rejects.toThrow('without a journal row')
  expect(await db.read.selectFrom('feature_switch').select('name').execute()).not.toContainEqual({
    name: 'Silent',
  })
})

test('a write that found no connection free does not wait for one again', async () => {
  const full = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  const gate = Promise.withResolvers<void>()
  const holding = full.write.transaction().execute(() => gate.promise)
  const looking = vi.spyOn(full.write, 'selectFrom')
  const key = { owner: 1, key: 'none-is-free', call: 'made.changed', bodyHash: Buffer.alloc(32) }
  await expect(run(changed, () => null, key, full)).rejects.toThrow('timeout exceeded')
  expect(looking).not.toHaveBeenCalled()
  gate.resolve()
  await holding
  await full.close()
})

test('a second request under the key of one that still waits outside is told so', async () => {
  const key = { owner: 1, key: 'waiting-key', call: 'made.slow', bodyHash: Buffer.alloc(32, 'x') }
  const { promise, resolve } = Promise.withResolvers<null>()
  const handler = vi.fn<Handler<typeof slow>>(() => promise)
  const first = run(slow, handler, key)
  await expect.poll(() => handler.mock.calls).toHaveLength(1)
  await expect(run(slow, handler, key)).rejects.toMatchObject({
    envelope: { code: 409, message: 'This request is still being carried out. Please wait.' },
  })
  resolve(null)
  await first
  expect(await run(slow, handler, key)).toMatchObject({ body: 'null' })
  expect(handler).toHaveBeenCalledOnce()
})

test('of what agencies’ software may repeat after a process died all does no harm twice', () => {
  const repeated = allCalls.filter((call) => call.access === 'agent' && call.outside && call.kind === 'write')
  // Both are idempotent. Check the same of any call added here.
  expect(repeated.map(({ module, name }) => `${module}.${name}`).toSorted()).toEqual([
    'agencyCommands.heartbeat',
    'agencyFiles.finishUpload',
  ])
})

describe('a key whose first request ended with its process', () => {
  const handler: Handler<typeof slow> = () => Promise.resolve(null)
  const claimed = async (owner: number, secondsAgo: number) => {
    const key = { owner, key: `cut-off-${secondsAgo}`, call: 'made.slow', bodyHash: Buffer.alloc(32, 'x') }
    const at = new Date(testInstant.getTime() - secondsAgo * 1_000)
    await claimKey(db.write, key, at)
    return run(slow, handler, key)
  }

  test('tells a person to look, for nobody knows how far it came', async () => {
    await expect(claimed(1, 119)).rejects.toMatchObject({
      envelope: { code: 409, message: 'This request is still being carried out. Please wait.' },
    })
    await expect(claimed(1, 121)).rejects.toMatchObject({
      envelope: {
        code: 409,
        message:
          'The server was stopped while it carried this out. Please look whether it was done before you try again.',
      },
    })
  })

  test('is carried out for an agency’s software, which repeats it until it is answered', async () => {
    await expect(claimed(-6938, 119)).rejects.toMatchObject({ envelope: { code: 409 } })
    expect(await claimed(-6938, 121)).toMatchObject({ body: 'null' })
  })
})
