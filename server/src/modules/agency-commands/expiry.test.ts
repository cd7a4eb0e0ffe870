import { beforeAll, expect, test } from 'vitest'
import { giveAgentKey } from '../../../test/agent-keys.ts'
import { turnableClock } from '../../../test/clock.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { forgetEnded, applyExpiry } from './expiry.ts'

const clock = turnableClock()
const day = 24 * 60 * 60
const { db } = useDatabase({ poolSize: 4 })

beforeAll(async () => {
  await giveAgentKey(db, clock, 1)
})

interface Made {
  state: string
  created_at?: Date
  delivered_at?: Date
  lease_until?: Date
  finished_at?: Date
}

async function commands(count: number, made: Made): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    agency_id: 1,
    command: 'count',
    issued_by: 'ann@support.test',
    created_at: clock.now(),
    ...made,
  }))
  await db.write.insertInto('agency_command').values(rows).execute()
}

const states = async (): Promise<Record<string, number>> => {
  const rows = await db.read
    .selectFrom('agency_command')
    .select((of) => ['state', of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a backlog is worked off by several at once, each command once', async () => {
  await commands(500, { state: 'delivered', lease_until: clock.now() })
  await commands(1, { state: 'running', lease_until: plusSeconds(clock.now(), 1) })
  await commands(300, { state: 'queued', created_at: plusSeconds(clock.now(), -7 * day) })
  const moved: number[] = []
  for (let round = 0; round < 3; round += 1)
    moved.push(
      ...(await Promise.all([1, 2, 3].map(() => applyExpiry(db, clock.now(), async () => undefined)))),
    )
  expect(moved.reduce((sum, one) => sum + one, 0)).toBe(800)
  expect(await states()).toEqual({ queued: 500, running: 1, expired: 300 })
  const ends = db.read.selectFrom('agency_command').select('finished_at').distinct()
  expect(await ends.where('state', '=', 'expired').execute()).toEqual([{ finished_at: clock.now() }])
  const { rows } = await db.read
    .selectFrom('journal')
    .select((of) => of.fn.countAll<number>().as('rows'))
    .where('event', 'in', ['agencyCommands.requeued', 'agencyCommands.expired'])
    .executeTakeFirstOrThrow()
  expect(rows).toBe(800)
})

test('ended commands are kept for ninety days; what is open is kept for good', async () => {
  await commands(2, { state: 'succeeded', finished_at: plusSeconds(clock.now(), -90 * day - 1) })
  await commands(3, { state: 'failed', finished_at: plusSeconds(clock.now(), -90 * day) })
  await forgetEnded(db, clock.now())
  expect(await states()).toEqual({ queued: 500, running: 1, expired: 300, failed: 3 })
})

test('one run forgets all commands that ended long ago, in short transactions', async () => {
  const insert = `insert into agency_command (agency_id, command, issued_by, created_at, state, finished_at)
    select 1, 'count', 'ann@support.test', $1, 'failed', $1 from generate_series(1, $2::integer)`
  const at = plusSeconds(clock.now(), -91 * day)
  const old = { table: 'agency_command', insert, number: 5_001, at }
  expect(await countDeletions(db, old, () => forgetEnded(db, clock.now()))).toEqual([5_000, 1])
})

test('a week is counted from when a command was last collected, two from its order', async () => {
  const now = clock.now()
  const ago = (days: number, seconds = 0): Date => plusSeconds(now, seconds - days * day)
  const count = async (): Promise<number> => applyExpiry(db, now, async () => undefined)
  await commands(1, { state: 'queued', created_at: ago(7, 1) })
  await commands(1, { state: 'queued', created_at: ago(14, 1), delivered_at: ago(7, 1) })
  expect(await count()).toBe(0)
  await commands(1, { state: 'queued', created_at: ago(8), delivered_at: ago(7) })
  expect(await count()).toBe(1)
  await commands(1, { state: 'queued', created_at: ago(14), delivered_at: ago(0) })
  expect(await count()).toBe(1)
  // An old command whose lease expires is queued again, not expired with it.
  await commands(1, { state: 'delivered', created_at: ago(10), delivered_at: ago(0), lease_until: now })
  expect(await count()).toBe(1)
  expect(await states()).toMatchObject({ queued: 503, running: 1 })
})

const historyOf = (agencyId: number) =>
  db.read
    .selectFrom('journal')
    .select(['at', 'actor_kind', 'actor', 'event', 'before', 'after', 'reason'])
    .where('agency_id', '=', agencyId)
    .where('event', 'in', ['agencyCommands.requeued', 'agencyCommands.expired'])
    .orderBy('seq')
    .execute()

test('each leaves its row in the journal, and whoever waits for an end is told of ends alone', async () => {
  await giveAgentKey(db, clock, 2)
  const now = clock.now()
  const made = { agency_id: 2, issued_by: 'ann@support.test', created_at: plusSeconds(now, -7 * day) }
  const ids = await db.write
    .insertInto('agency_command')
    .values([
      {
        ...made,
        command: 'log',
        argument: 'error.log',
        state: 'delivered',
        created_at: now,
        lease_until: now,
      },
      { ...made, command: 'count', argument: '', state: 'queued', created_at: plusSeconds(now, -8 * day) },
      { ...made, command: 'sync', argument: '4711', state: 'queued', begun_at: now, output: 'half' },
    ])
    .returning('command_id')
    .execute()
  const [, count, sync] = ids.map(({ command_id: id }) => id)
  const ended: unknown[] = []
  expect(await applyExpiry(db, now, async (_tx, one) => void ended.push(one))).toBe(3)
  const common = { agencyId: 2, reason: null, output: '', at: now }
  expect(ended).toEqual([
    { ...common, commandId: count, command: 'count', argument: '', state: 'expired' },
    {
      ...common,
      commandId: sync,
      command: 'sync',
      argument: '4711',
      state: 'failed',
      reason: 'interrupted',
      output: 'half',
    },
  ])
  const by = { at: now, actor_kind: 'system', actor: 'commands', reason: null }
  const [waited, expired] = [{ commandState: 'queued', attempt: 1 }, 'agencyCommands.expired']
  expect(await historyOf(2)).toEqual([
    {
      ...by,
      event: 'agencyCommands.requeued',
      before: { commandState: 'delivered', attempt: 1 },
      after: { commandState: 'queued', attempt: 2 },
    },
    { ...by, event: expired, before: waited, after: { commandState: 'expired', attempt: 1 } },
    {
      ...by,
      event: expired,
      before: waited,
      after: { commandState: 'failed', attempt: 1 },
      reason: 'interrupted',
    },
  ])
})
