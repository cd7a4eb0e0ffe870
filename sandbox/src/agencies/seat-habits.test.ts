import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { testServer } from '../../../server/test/app.ts'
import { fakeWire } from '../../test/fake-wire.ts'
import { SeededRandom } from '../random.ts'
import { CommandRunner } from './command-runner.ts'
import { DurableRecord } from './durable-record.ts'
import { Sockets } from './exchange.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'
import { Reports } from './reports.ts'
import { Retry } from './retry.ts'
import { Scheduler } from './scheduler.ts'
import { seatsAt } from './seats.ts'
import { AgencyWire } from './wire.ts'

const agencyId = 12_345
// A Friday noon in Chicago.
const now = new Date('2026-11-20T18:00:00Z')
const profile = getProfile({
  agencyId,
  versionDisplay: 'HS 6',
  isOnline: true,
  timeZoneId: 'America/Chicago',
  status: 2,
})
const users = getUsers(profile)

function connect(origin: string) {
  const sockets = new Sockets()
  const scheduler = new Scheduler()
  const wire = new AgencyWire({ origin, agencyKey: testAgentKey(agencyId), sockets })
  const retry = new Retry(scheduler, new SeededRandom(1))
  const close = (): void => {
    scheduler.close()
    sockets.destroy()
  }
  return { sockets, scheduler, wire, retry, reports: new Reports(wire, retry), close }
}

/** Carries out a release at an agency; returns the names that it then reports, and the tokens it says it ended. */
async function release(username: string, recordPath: string): Promise<{ names: string[]; tokens: number }> {
  let names: string[] = []
  let tokens = Number.NaN
  await using fake = await fakeWire(({ path, body }) => {
    if (path === '/agent/v1/commands/finish')
      tokens = (JSON.parse(body.toString()) as { result: { tokens: number } }).result.tokens
    if (path !== '/agent/v1/seats') return {}
    const report = JSON.parse(body.toString()) as { seats: { username: string }[] }
    names = report.seats.map((seat) => seat.username)
    return {}
  })
  const { wire, retry, reports, scheduler, sockets, close } = connect(fake.origin)
  const record = await DurableRecord.open(recordPath)
  const agency = { profile, users, errors: [] }
  const context = {
    origin: fake.origin,
    sockets,
    scheduler,
    record,
    now: () => now,
    products: [],
    speed: 100,
    trouble: () => undefined,
    account: () => undefined,
  }
  await new CommandRunner({ agency, wire, retry, reports, context }).take({
    commandId: 1,
    attempt: 1,
    command: 'releaseSeat',
    argument: username,
    leaseExpiresAt: now.toISOString(),
    begun: false,
  })
  await record.close()
  close()
  return { names, tokens }
}

test('[AGENT-30] a released person’s tokens are no longer reported, and a seat request is held once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seat-habits-'))
  const { seats } = seatsAt(profile, users, now)
  const held = seats.map(({ username }) => username)
  const [released = ''] = held
  expect(released).not.toBe('')
  const path = join(folder, 'record')
  const names = held.filter((name) => name !== released)
  expect(await release(released, path)).toEqual({ names, tokens: seats[0]?.tokens.length })
  expect(await release(released, path)).toEqual({ names, tokens: 0 })
  // As after a restart of the software.
  const record = await DurableRecord.open(path)
  const later = new Date(now.getTime() + 60_000)
  const isOut = (name: string) => record.releasedAt(agencyId, name)
  expect(seatsAt(profile, users, later, isOut).seats.map(({ username }) => username)).not.toContain(released)
  await record.close()
  rmSync(folder, { recursive: true })

  const server = await testServer()
  await server.software(agencyId)
  let asked = 0
  // Forwards to the server; the first answer is lost.
  await using lossy = await fakeWire(
    async ({ path: to, body, authorization, idempotencyKey }) => {
      asked += 1
      const headers = {
        'content-type': 'application/json',
        authorization: authorization ?? '',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      }
      const got = await fetch(`http://127.0.0.1:${server.port}${to}`, {
        method: 'POST',
        headers,
        body: body.toString(),
      })
      return { status: got.status, ...((await got.json()) as object) }
    },
    () => (asked === 0 ? 'after' : 'none'),
  )
  const { reports, close } = connect(lossy.origin)
  await reports.seatRequest({
    requestedBy: 'Ann',
    quantity: 1,
    targetSeatTotal: 5,
    firstName: 'Bob',
    lastName: 'Lee',
    email: 'bob@lee.example',
  })
  close()
  expect(asked).toBe(2)
  const rows = await server.db.read.selectFrom('seat_request').select('requested_by').execute()
  expect(rows).toHaveLength(1)
  await server.close()
})
