import { allCalls } from '@agency-support/contract'
import { nothing, one } from '@agency-support/contract/answer'
import { type AnyCall, audited, read, signal, signalWithEvents, write } from '@agency-support/contract/call'
import { event } from '@agency-support/contract/event'
import { post } from '@agency-support/contract/wire'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useDatabase } from '../../test/use-database.ts'
import { testInstant } from '../../test/journal-rows.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { query, statement } from '../db/query.ts'
import { openLog } from '../lib/log.ts'
import { jsonType } from './answer.ts'
import type { AnyHandler, Handler } from './context.ts'
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
const unusual = signalWithEvents({ ...base, event: happened, answer: nothing() })
const seen = read({ ...base, answer: nothing() })
const report = read({ ...base, replica: true, answer: one(z.boolean()) })
const secret = write({ ...base, event: happened, answer: one(z.string(), { once: true }) })

let commits = 0
let hints: [module: string, agencyId: number][] = []
beforeEach(() => {
  commits = 0
  hints = []
})

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
    log: openLog('silent'),
    goesOutside: () => undefined,
    finish: (returned) => ({ kind: 'text', status: 200, type: '', body: JSON.stringify(returned) }),
    committed: () => void (commits += 1),
    hint: (...given) => void hints.push(given),
  })
}

const journal = (): Promise<{ event: string; subject: string | null }[]> =>
  db.read.selectFrom('journal').select(['event', 'subject']).orderBy('seq').execute()

test('[PROV-71] [MKT-07] an audited call has its row in the journal before it answers', async () => {
  const handler: Handler<typeof looked> = async (_input, { append }) => {
    await append({ event: 'made.happened', subject: 'a file' })
    return 'bytes'
  }
  expect(await run(looked, handler)).toMatchObject({ body: '"bytes"' })
  expect(commits).toBe(1)
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
  expect(commits).toBe(0)
})

test('a hint is given once, after the commit, and none of what fails', async () => {
  let tries = 0
  const handler: Handler<typeof beat> = async (_input, { hint }) => {
    tries += 1
    hint('made', tries)
    expect(hints).toEqual([])
    // A conflict with another transaction is worth a second try.
    if (tries === 1) throw Object.assign(new Error('not now'), { code: '40001' })
    if (tries === 3) throw new Error('not after all')
    return null
  }
  await run(beat, handler)
  expect(hints).toEqual([['made', 2]])
  hints = []
  await expect(run(beat, handler)).rejects.toThrow('not after all')
  expect(hints).toEqual([])
})

test('a signal that tells something unusual commits its rows with its state, and nothing when it fails', async () => {
  const addSwitch = async (name: string, fails: boolean): Promise<unknown> => {
    const handler: Handler<typeof unusual> = async (_input, { tx, append }) => {
      await tx.insertInto('feature_switch').values({ name, enabled: true }).execute()
      await append({ event: 'made.happened', subject: name })
      if (fails) throw new Error('not after all')
      return null
    }
    return run(unusual, handler)
  }
  await expect(addSwitch('Unsaid', true)).rejects.toThrow('not after all')
  expect(commits).toBe(0)
  await addSwitch('Said', false)
  expect(commits).toBe(1)
  const names = await db.read.selectFrom('feature_switch').select('name').execute()
  expect([names, await journal()]).toEqual([
    expect.arrayContaining([{ name: 'Said' }]),
    expect.arrayContaining([{ event: 'made.happened', subject: 'Said' }]),
  ])
  expect(JSON.stringify([names, await journal()])).not.toContain('Unsaid')
})

const failing = (code: string, times: number) => {
  let tries = 0
  return {
    tries: () => tries,
    handler: () => {
      tries += 1
      if (tries <= times) throw Object.assign(new Error('it failed'), { code })
      return null
    },
  }
}

test.each([
  ['a read whose connection is lost', 3, seen, '57P01'],
  ['a read in conflict', 1, seen, '40001'],
  ['a write in conflict', 3, changed, '40001'],
  ['a write whose connection is lost', 1, changed, '57P01'],
  ['a signal in conflict', 3, beat, '40P01'],
  ['a signal whose connection is lost', 1, beat, '57P01'],
  ['a call to the outside in conflict', 1, slow, '40001'],
] as const)('%s is tried %i times before it is given up', async (_what, most, call, code) => {
  const ends = failing(code, most - 1)
  expect(await run(call, ends.handler)).toMatchObject({ body: 'null' })
  expect(ends.tries()).toBe(most)
  const never = failing(code, most)
  await expect(run(call, never.handler)).rejects.toMatchObject({ code })
  expect(never.tries()).toBe(most)
})

test('rows of the journal stand in the order in which they were reported, and are committed once', async () => {
  const handler: Handler<typeof changed> = async (_input, { append }) => {
    for (const subject of ['first', 'second', 'third']) await append({ event: 'made.happened', subject })
    return null
  }
  const key = { owner: 1, key: 'several-rows', call: 'made.changed', bodyHash: Buffer.alloc(32) }
  await run(changed, handler, key)
  expect(commits).toBe(1)
  const subjects = (await journal()).map(({ subject }) => subject)
  expect(subjects.slice(-3)).toEqual(['first', 'second', 'third'])
  expect(await run(changed, handler, key)).toMatchObject({ body: 'null', type: jsonType })
  expect(commits).toBe(1)
  expect(await journal()).toHaveLength(subjects.length)
})

test('a write that changes nothing keeps its answer under its key too, and tells nobody', async () => {
  const handler = vi.fn<Handler<typeof changed>>(() => null)
  const key = { owner: 1, key: 'nothing-changed', call: 'made.changed', bodyHash: Buffer.alloc(32) }
  await run(changed, handler, key)
  expect(await run(changed, handler, key)).toMatchObject({ body: 'null', status: 200 })
  // The second one finds out that it is one only at its end.
  expect([handler.mock.calls.length, commits]).toEqual([2, 0])
})

test('what is shown once is not kept: its repetition is told so', async () => {
  const key = { owner: 1, key: 'shown-once', call: 'made.secret', bodyHash: Buffer.alloc(32) }
  expect(await run(secret, () => 'a secret', key)).toMatchObject({ body: '"a secret"' })
  expect(await run(secret, () => 'a secret', key)).toMatchObject({
    body: '{"code":409,"message":"This was carried out already; what it showed is shown only once.","data":[]}',
  })
})

test('a call to the outside that fails lets go of its key, and its transactions stay', async () => {
  const key = { owner: 1, key: 'fails-first', call: 'made.slow', bodyHash: Buffer.alloc(32) }
  let tries = 0
  const handler: Handler<typeof slow> = async (_input, ctx) => {
    tries += 1
    await ctx.transaction(({ append }) => append({ event: 'made.happened', subject: `try ${tries}` }))
    if (tries === 1) throw new Error('the provider is away')
    return null
  }
  await expect(run(slow, handler, key)).rejects.toThrow('the provider is away')
  expect(await run(slow, handler, key)).toMatchObject({ body: 'null' })
  expect([tries, commits]).toEqual([2, 2])
  const subjects = (await journal()).map(({ subject }) => subject)
  expect(subjects.slice(-2)).toEqual(['try 1', 'try 2'])
})

test('a slow read goes to the replica, every other one to the primary', async () => {
  const follower = { ...db.read, isReplica: true }
  const replica = { ...db, readReplica: () => Promise.resolve(follower) }
  const handler = (_input: never, ctx: { db: object }): boolean => 'isReplica' in ctx.db
  const asked = async (call: AnyCall): Promise<unknown> => run(call, handler, undefined, replica)
  expect(await asked(report)).toMatchObject({ body: 'true' })
  expect(await asked(seen)).toMatchObject({ body: 'false' })
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
        message: 'No answer was kept of this request. Please look whether it was done before you try again.',
      },
    })
  })

  test('is carried out for an agency’s software, which repeats it until it is answered', async () => {
    await expect(claimed(-6938, 119)).rejects.toMatchObject({ envelope: { code: 409 } })
    expect(await claimed(-6938, 121)).toMatchObject({ body: 'null' })
  })
})
