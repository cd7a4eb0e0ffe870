import { randomBytes } from 'node:crypto'
import { contract } from '@agency-support/contract'
import { generate } from 'otplib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import { type CliOutcome, cliOn } from '../../test/cli-run.ts'
import type { TestClient } from '../../test/client.ts'
import { turnableClock } from '../../test/clock.ts'
import { secretKeyId, secretKeys } from '../../test/secret-keys.ts'
import { useDatabase } from '../../test/use-database.ts'
import type { KeyRing } from '../settings/key-ring.ts'
import { runCli } from './main.ts'

const { agencies, secondFactor, session, staff } = contract
const password = 'a passphrase with some length'
const [older, newer, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)]

const { database } = useDatabase({ scope: 'test' })
let running: TestServer[]
const clock = turnableClock()
beforeEach(() => {
  running = []
})
afterEach(async () => {
  for (const server of running) await server.close()
})

/** Another process on the same database, with these keys. */
async function serverWith(...keys: Buffer[]): Promise<TestServer> {
  const server = await testServer({ database, clock, config: { secretKeys: secretKeys(...keys) } })
  running.push(server)
  return server
}

const secrets = (keys: KeyRing, ...options: string[]): Promise<CliOutcome> =>
  cliOn(runCli, database.url, { secretKeys: keys })(['secrets', 'rotate-key', ...options])
const rotate = (...keys: Buffer[]): Promise<CliOutcome> => secrets(secretKeys(...keys))

interface Protected {
  username: string
  browser: TestClient
  secret: string
  recoveryCodes: string[]
}

/** A person who has just set up an authenticator app. */
async function personWithTotp(server: TestServer): Promise<Protected> {
  const { person, ...rest } = await personWithPassword(server)
  const { browser } = rest
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const secret = begun?.secret ?? ''
  const confirmed = await browser.call(secondFactor.confirmTotp, { code: await makeCode(secret) })
  expect(confirmed.code).toBe(0)
  return { ...rest, username: person.username, secret, recoveryCodes: confirmed.data[0]?.recoveryCodes ?? [] }
}

async function personWithPassword(server: TestServer) {
  const person = await server.person({ password, permissions: [2000, 2006] })
  return { person, browser: await server.as(person) }
}

/** The current code of an authenticator app. */
const makeCode = (secret: string): Promise<string> =>
  generate({ secret, epoch: clock.now().getTime() / 1000 })

/** Signs in with a new code of the app, or with a recovery code. */
async function signIn(
  server: TestServer,
  { username, secret }: Protected,
  recovery?: string,
): Promise<number> {
  clock.turn(60)
  const mfaCode = recovery ?? (await makeCode(secret))
  const browser = await server.as(null)
  return (await browser.call(session.signIn, { username, password, mfaCode })).bare().status
}
const signedIn = 0

test('a wrong SECRET_KEY does not start, whether a key was noted before or secrets are there already', async () => {
  const first = await serverWith(older)
  await expect(serverWith(wrong)).rejects.toThrow(
    `SECRET_KEY does not hold the key ${secretKeyId(older)}, which second factors are kept under; it holds ${secretKeyId(wrong)}.`,
  )
  await personWithTotp(first)
  await first.db.write.deleteFrom('secret_key').execute()
  await expect(serverWith(wrong)).rejects.toThrow(
    `SECRET_KEY opens none of the second factors that are kept in the database; it holds ${secretKeyId(wrong)}.`,
  )
  await serverWith(wrong, older)
  expect(await first.db.read.selectFrom('secret_key').select(['key_id', 'state']).execute()).toEqual([
    { key_id: secretKeyId(older), state: 'inUse' },
  ])
})

test('two processes go from one key to the next without a person noticing', async () => {
  const before = await serverWith(older)
  const [early, late] = [await personWithTotp(before), await personWithTotp(before)]

  const both = await serverWith(newer, older)
  const between = await personWithTotp(both)
  expect(await signIn(before, between)).toBe(signedIn)
  expect(await signIn(both, early)).toBe(signedIn)

  expect(await rotate(newer, older)).toMatchObject({
    code: 0,
    out: `Second factors are kept under the key ${secretKeyId(newer)}; those of 3 people were re-encrypted.\nThe API secrets of 0 marketplace products were re-encrypted.\nThe servers need no other key in SECRET_KEY any more.\n`,
    err: '',
  })
  await expect(serverWith(older)).rejects.toThrow(`does not hold the key ${secretKeyId(newer)}`)
  const after = await serverWith(newer)
  const newcomer = await personWithTotp(both)
  for (const person of [early, late, between, newcomer]) expect(await signIn(after, person)).toBe(signedIn)
  expect(await signIn(both, early)).toBe(signedIn)
})

test('recovery codes from before a change of keys, and from before two, go on working once each', async () => {
  const before = await serverWith(older)
  const person = await personWithTotp(before)
  const [one, two] = person.recoveryCodes
  await rotate(newer, older)
  const after = await serverWith(newer)
  expect(await signIn(after, person, one)).toBe(signedIn)
  expect(await signIn(after, person, one)).not.toBe(signedIn)
  const newcomer = await personWithTotp(after)

  const newest = randomBytes(32)
  expect((await rotate(newest, newer)).code).toBe(0)
  const last = await serverWith(newest)
  expect(await signIn(last, person, two)).toBe(signedIn)
  expect(await signIn(last, newcomer, newcomer.recoveryCodes[0])).toBe(signedIn)
})

test('without a lost key apps and recovery codes are gone, passkeys stay, and everybody gets in', async () => {
  const before = await serverWith(older)
  const [person, other] = [await personWithTotp(before), await personWithTotp(before)]
  const { staff_id: otherId } = await before.db.read
    .selectFrom('staff')
    .select('staff_id')
    .where('username', '=', other.username)
    .executeTakeFirstOrThrow()
  const passkey = { staff_id: otherId, credential_id: 'id', public_key: Buffer.alloc(1), counter: 0 }
  await before.db.write
    .insertInto('passkey')
    .values({ ...passkey, name: 'Key', created_at: clock.now() })
    .execute()

  expect((await secrets(secretKeys(newer, older), '--lost')).err).toContain('none is lost')
  expect(await secrets(secretKeys(newer), '--lost')).toEqual({
    code: 0,
    out: `Second factors are kept under the key ${secretKeyId(newer)} from now on.\nThe authenticator apps of 2 people are gone; they sign in by password and set up another.\n${person.username}\n${other.username}\n`,
    err: '',
  })

  const after = await serverWith(newer)
  expect(await signIn(after, person, '')).toBe(signedIn)
  const asked = (
    await (await after.as(null)).call(session.signIn, { username: other.username, password })
  ).bare()
  expect([asked.status, asked.passkey === undefined]).toEqual([1, false])
  expect(await signIn(after, other, other.recoveryCodes[0])).not.toBe(signedIn)
  const removed = after.db.read.selectFrom('journal').select(['subject', 'reason'])
  expect(await removed.where('event', '=', 'staff.secondFactorRemoved').orderBy('seq').execute()).toEqual(
    [person, other].map(({ username }) => ({ subject: username, reason: 'The key before it is lost.' })),
  )
  for (const { browser } of [person, other])
    expect((await browser.call(staff.ownNotices, {})).data).toMatchObject([
      { kind: 'secondFactorRemoved', doneBy: 'cli' },
    ])
  const newcomer = await personWithTotp(after)
  expect(await signIn(after, newcomer)).toBe(signedIn)
})

test('a repeated write is known by its key while the keys change', async () => {
  const before = await serverWith(older)
  await before.agency(6938, 'First')
  const { person } = await personWithPassword(before)
  const both = await serverWith(newer, older)
  const renameAt = async (server: TestServer, name: string, key: string): Promise<string> => {
    const browser = await server.as(person)
    return (await browser.call(agencies.updateName, { agencyId: 6938, name }, { 'idempotency-key': key }))
      .text
  }
  const first = await renameAt(before, 'Second', 'before-the-change')
  expect(await renameAt(both, 'Second', 'before-the-change')).toBe(first)
  const second = await renameAt(both, 'Third', 'while-it-lasts')
  expect(await renameAt(before, 'Third', 'while-it-lasts')).toBe(second)
  await rotate(newer, older)
  const after = await serverWith(newer)
  expect(await renameAt(after, 'Third', 'while-it-lasts')).toBe(second)
  expect(await renameAt(after, 'Fourth', 'while-it-lasts')).toContain('was used for another request')
})

test('each change is in the journal, and the way back is refused', async () => {
  const server = await serverWith(older)
  await personWithTotp(server)
  await rotate(newer, older)
  expect((await rotate(newer)).out).toContain('those of 0 people were re-encrypted')
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'actor', 'before', 'after'])
    .where('event', 'like', 'session.secret%')
    .orderBy('seq')
    .execute()
  expect(rows).toEqual([
    {
      event: 'session.secretKeyChanged',
      actor: 'cli',
      before: { key: secretKeyId(older) },
      after: { key: secretKeyId(newer) },
    },
    {
      event: 'session.secretsReencrypted',
      actor: 'cli',
      before: null,
      after: { people: 1, key: secretKeyId(newer) },
    },
    { event: 'session.secretKeyRetired', actor: 'cli', before: { key: secretKeyId(older) }, after: null },
  ])
  expect((await rotate(older, newer)).err).toBe(
    `The key ${secretKeyId(older)}, the first of SECRET_KEY, was used before: put a new one there.\n`,
  )
  expect((await rotate(wrong)).err).toContain(`does not hold the key ${secretKeyId(newer)}`)
  expect((await cliOn(runCli, database.url)(['secrets', 'rotate-key'])).err).toContain(
    'SECRET_KEY is missing',
  )
})
