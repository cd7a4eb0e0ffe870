import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { staff } from '@agency-support/contract/modules/staff'
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { testAgentKey } from '../../test/agent-keys.ts'
import { useServer } from '../../test/use-server.ts'
import { cliOn } from '../../test/cli-run.ts'
import { allPermissions } from '../../test/people.ts'
import { until } from '../../test/until.ts'
import { wireForm } from '../../test/wire.ts'
import { runCli } from './main.ts'

const agencyId = 4711
const beat = { versionDisplay: '5.4.2', hostName: 'SERVER01' }
const server = useServer({ config: { agentRate: 40 } })
let cli: ReturnType<typeof cliOn>

beforeAll(async () => {
  await server.software(agencyId)
  cli = cliOn((argv, around) => runCli(argv, { ...around, clock: server.clock }), server.database.url)
})

async function statusWith(authorization: string): Promise<number> {
  const client = await server.as(null)
  return (await client.call(agencyCommands.heartbeat, beat, { authorization })).status
}

async function rotate(id = agencyId): Promise<string> {
  return (await cli(['agencies', 'rotate-key', String(id)])).out.trim()
}

test('a call of the agencies’ software needs the key of an agency; a person’s cookie is none', async () => {
  const key = testAgentKey(agencyId)
  const secret = key.slice(key.indexOf('.') + 1)
  await server.agency(8951)
  const admin = await server.asNew({ permissions: allPermissions })
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${secret}`,
    `Bearer .${secret}`,
    `Bearer 0${key}`,
    `Bearer 8951.${secret}`,
    `Bearer 4040404.${secret}`,
    `Bearer 99999999999.${secret}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key} ${key}`,
    `Basic ${Buffer.from(key).toString('base64')}`,
  ]) {
    const got = await admin.send(wireForm(agencyCommands.heartbeat, beat), { authorization })
    expect([got.status, JSON.parse(got.body), got.headers['www-authenticate']], authorization).toEqual([
      401,
      { code: 401, message: 'Unknown agency key.', data: [] },
      'Bearer',
    ])
  }
  expect(await statusWith(`Bearer ${key}`)).toBe(200)
})

test('a key does not sign its holder in', async () => {
  const software = await server.software(agencyId)
  expect((await software.send(wireForm(staff.accounts, {}), { origin: server.origin })).status).toBe(401)
})

test('only digests of keys are kept, and a rotation is in the journal without them', async () => {
  const key = await rotate()
  const [, secret = ''] = key.split('.')
  expect(key).toMatch(/^4711\.[\w-]{43}$/)
  const kept = await server.db.read.selectFrom('agency_key').selectAll().execute()
  const own = kept.find((row) => row.agency_id === agencyId)
  expect(own?.key_hash).toEqual(createHash('sha256').update(secret).digest())
  const journal = await server.db.read.selectFrom('journal').selectAll().execute()
  expect(JSON.stringify([kept, journal])).not.toContain(secret)
  expect(journal.at(-1)).toMatchObject({
    event: 'agencyKeys.rotated',
    agency_id: agencyId,
    actor_kind: 'system',
    actor: 'cli',
  })
})

test('after a rotation the key in use holds for a quarter of an hour, and no key that was never used', async () => {
  const first = await rotate()
  expect(await statusWith(`Bearer ${first}`)).toBe(200)
  await until('its use is saved', async () => {
    const { last_used_at: used } = await server.db.read
      .selectFrom('agency_key')
      .select('last_used_at')
      .where('agency_id', '=', agencyId)
      .executeTakeFirstOrThrow()
    return used !== null
  })
  const second = await rotate()
  expect(await statusWith(`Bearer ${first}`)).toBe(200)
  server.clock.turn(15 * 60 - 1)
  expect(await statusWith(`Bearer ${first}`)).toBe(200)
  server.clock.turn(1)
  expect(await statusWith(`Bearer ${first}`)).toBe(401)
  expect(await statusWith(`Bearer ${second}`)).toBe(200)
  const third = await rotate()
  const fourth = await rotate()
  expect(await Promise.all([second, third, fourth].map((key) => statusWith(`Bearer ${key}`)))).toEqual([
    200, 401, 200,
  ])
})

test('an agency gets its first key the same way, and only its own software comes in by it', async () => {
  await server.agency(13_142)
  const key = await rotate(13_142)
  expect(await statusWith(`Bearer ${key}`)).toBe(200)
  expect(await statusWith(`Bearer ${key.replace('13142', String(agencyId))}`)).toBe(401)
})

test.each([
  ['4040404', 'There is no agency 4040404. Nothing was changed.\n'],
  ['0', '"0" is not an agency id.\n'],
  ['smith', '"smith" is not an agency id.\n'],
])('agencies rotate-key %s says why not', async (id, err) => {
  expect(await cli(['agencies', 'rotate-key', id])).toEqual({ code: 1, out: '', err })
})

test('one agency that asks too often does not keep the others out', async () => {
  const loud = await server.software(6938)
  const quiet = await server.software(13_141)
  const statuses = []
  for (let asked = 0; asked < 41; asked += 1)
    statuses.push((await loud.call(agencyCommands.heartbeat, beat)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  const refused = await loud.call(agencyCommands.heartbeat, beat)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
  expect((await quiet.call(agencyCommands.heartbeat, beat)).status).toBe(200)
  server.clock.turn(10)
  expect((await loud.call(agencyCommands.heartbeat, beat)).status).toBe(200)
})
