import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import {
  toRandomBelow,
  expiresOn,
  generateTemporaryPassword,
} from '@agency-support/contract/rules/temporary-users'
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { type TestServer, testServer } from '../../../server/test/app.ts'
import type { TestClient } from '../../../server/test/client.ts'
import { until } from '../../../server/test/until.ts'
import { type Fleet, startFleet } from './fleet.ts'

const agencyId = 6938
const offline = 99999104
let server: TestServer
let staff: TestClient
let folder: string
let fleet: Fleet | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agencies-'))
  server = await testServer()
  await server.software(agencyId)
  staff = await server.asNew({ permissions: [P.CanAccess, P.SuperUserCreation] })
})
afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The agencies' software, which knows only the server's address and its keys; restarts it if running. */
async function start(): Promise<void> {
  await fleet?.stop()
  const facts = { versionDisplay: '5.4.2', isOnline: false, timeZoneId: 'America/Chicago', status: 2 }
  fleet = await startFleet({
    origin: `http://127.0.0.1:${server.port}`,
    agencies: [agencyId, offline].map((id) => ({ ...facts, agencyId: id, agencyKey: testAgentKey(id) })),
    record: join(folder, 'record'),
    speed: 0,
    signInPort: 0,
    say: () => undefined,
  })
}

/** The answer of the agency's software to a sign-in. */
async function signIn(username: string, password: string, at = agencyId): Promise<string> {
  const body = new URLSearchParams({ agencyId: String(at), username, password })
  const answer = await fetch(fleet?.signInPage ?? '', { method: 'POST', body })
  return /<strong>(.*)<\/strong>/.exec(await answer.text())?.[1] ?? ''
}

const wrong = 'Not signed in: the user or the password is wrong.'

/** Creates a user like the dialog, with the same password generator. */
async function create(username: string): Promise<string> {
  const password = generateTemporaryPassword(toRandomBelow(() => randomInt(2 ** 32)))
  const made = await staff.call(agencyUsers.createSuperUser, {
    AgencyId: agencyId,
    Username: username,
    Password: password,
    ExpiresOn: expiresOn(server.clock.now(), 2),
  })
  expect(made).toMatchObject({ code: 0 })
  expect(JSON.stringify(made)).not.toContain(password)
  return password
}

test('[TRUTH-11] a password made here signs its user in at the agency by the fetched hash, not after its end nor after a revocation', async () => {
  await start()
  expect(await signIn('--0', 'Guessed-9-password')).toBe(wrong)
  const first = await create('--0')
  const isIn = (username: string) => `${username} is signed in at agency ${agencyId}.`
  // Two created before the first is fetched would be fetched by one command.
  await until('the first is fetched', async () => (await signIn('--0', first)) === isIn('--0'))
  const second = await create('--1')
  await until('both are fetched', async () => (await signIn('--1', second)) === isIn('--1'))
  expect(await signIn('--0', first)).toBe(isIn('--0'))
  expect(await signIn('--0', second)).toBe(wrong)
  expect(await signIn('--0', `${first} `)).toBe(wrong)
  const kept = readFileSync(join(folder, 'record'), 'utf8')
  expect(kept).toContain('$argon2id$')
  expect(kept).not.toContain(first)

  const { data: live } = await staff.call(agencyUsers.liveSuperUsers, { agencyId })
  const { grantId = 0 } = live.find(({ username }) => username === '--0') ?? {}
  expect((await staff.call(agencyUsers.revokeSuperUser, { agencyId, grantId })).code).toBe(0)
  await until('the revocation is known', async () => (await signIn('--0', first)) === wrong)
  expect(await signIn('--1', second)).toBe(isIn('--1'))

  // Fetched users survive a restart; expiry follows the server's clock, not the agency's.
  await start()
  expect(await signIn('--1', second)).toBe(isIn('--1'))
  server.clock.turn(2 * 60 * 60 + 1)
  await start()
  expect(await signIn('--1', second)).toBe('Not signed in: the time of --1 has ended.')
  const { data: commands } = await (await server.asNew()).call(agencyCommands.queue, { agencyId })
  // Nothing was fetched again for that.
  expect(commands.filter(({ command }) => command === 'superUsers')).toHaveLength(3)
})

test('a sign-in at the agency is reported, and an agency that is away or unknown lets nobody in', async () => {
  await start()
  const password = await create('--0')
  await until('it is fetched', async () => (await signIn('--0', password)).endsWith('agency 6938.'))
  await signIn('--0', 'Guessed-9-password')
  const outcomes = async () =>
    (await staff.call(agencyUsers.signinLog, { agencyId, username: '--0' })).data.map(
      ({ outcome }) => outcome,
    )
  await until('both are reported', async () => (await outcomes()).toSorted((a, b) => a - b).join() === '0,3')
  expect(await signIn('--0', password, offline)).toBe(
    'Not signed in: the agency&#39;s machine is switched off.',
  )
  expect(await signIn('--0', password, 7)).toBe('No agency 7 has its software running here.')
})
