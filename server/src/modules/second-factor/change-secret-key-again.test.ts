import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { secretKeyId, secretKeys } from '../../../test/secret-keys.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { ConfigProblem } from '../../settings/config.ts'
import { changeSecretKey, type SecretKeyChange } from './change-secret-key.ts'
import { decryptSecret, deriveRecoveryKey, encryptSecret } from './encryption.ts'
import { recoveryKeys, requireSecretKeys } from './secret-keys.ts'

// In the order of their fingerprints, as the database lists them.
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)].toSorted((one, other) =>
  secretKeyId(one) < secretKeyId(other) ? -1 : 1,
) as [Buffer, Buffer, Buffer]
const now = new Date('2026-11-20T09:00:00Z')
const actor = { kind: 'system', name: 'cli', sessionId: null } as const
const auditContext = () => ({ at: now, actor, requestId: null })

const { db } = useDatabase({ scope: 'test' })
beforeEach(async () => {
  await requireSecretKeys(db, secretKeys(first))
})

const change = (...keys: Buffer[]): Promise<SecretKeyChange> =>
  changeSecretKey(db, secretKeys(...keys), auditContext)

/** A person with secrets encrypted with these keys; null for none. */
async function person(username: string, app: Buffer | null, pending: Buffer | null): Promise<number> {
  const { staff_id: staffId } = await db.write
    .insertInto('staff')
    .values({ username, created_at: now })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  const under = (key: Buffer | null, secret: string) => key && encryptSecret(key, staffId, secret)
  await db.write
    .updateTable('staff')
    .set({ totp_secret: under(app, 'app'), totp_pending: under(pending, 'pending') })
    .where('staff_id', '=', staffId)
    .execute()
  return staffId
}
const rowOf = (staffId: number) =>
  db.read
    .selectFrom('staff')
    .select(['totp_secret', 'totp_pending'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()

const readJournal = () =>
  db.read.selectFrom('journal').select(['at', 'actor', 'event', 'before', 'after']).orderBy('seq').execute()
const noted = async (): Promise<Record<string, string>> => {
  const rows = await db.read.selectFrom('secret_key').select(['key_id', 'state']).execute()
  return Object.fromEntries(rows.map((row) => [row.key_id, row.state]))
}

const of = { at: now, actor: 'cli' }
const changed = (from: Buffer, to: Buffer) => ({
  ...of,
  event: 'session.secretKeyChanged',
  before: { key: secretKeyId(from) },
  after: { key: secretKeyId(to) },
})
const reencrypted = (people: number, key: Buffer) => ({
  ...of,
  event: 'session.secretsReencrypted',
  before: null,
  after: { people, key: secretKeyId(key) },
})
const retired = (...keys: Buffer[]) => ({
  ...of,
  event: 'session.secretKeyRetired',
  before: { key: keys.map(secretKeyId).toSorted().join(', ') },
  after: null,
})

test('secrets of either kind are re-encrypted, and the journal tells each step; once more changes nothing', async () => {
  const app = await person('app', first, null)
  const pending = await person('pending', null, first)
  const both = await person('both', second, first)
  const moved = await person('moved', second, second)
  await person('neither', null, null)
  const before = await rowOf(moved)
  expect(await change(second, first)).toEqual({ to: secretKeyId(second), people: 3, unreadable: [] })
  const read = async (staffId: number) => {
    const row = await rowOf(staffId)
    return [row.totp_secret, row.totp_pending].map(
      (kept) => kept && decryptSecret(secretKeys(second), staffId, kept),
    )
  }
  expect(await Promise.all([app, pending, both].map(read))).toEqual([
    ['app', null],
    [null, 'pending'],
    ['app', 'pending'],
  ])
  expect(await rowOf(moved)).toEqual(before)
  const journal = [changed(first, second), reencrypted(3, second), retired(first)]
  expect(await readJournal()).toEqual(journal)
  expect(await noted()).toEqual({ [secretKeyId(first)]: 'left', [secretKeyId(second)]: 'inUse' })
  expect(await change(second, first)).toEqual({ to: secretKeyId(second), people: 0, unreadable: [] })
  expect(await readJournal()).toEqual(journal)
})

test('where there is nothing to re-encrypt only the change of keys is reported', async () => {
  await person('moved', second, null)
  expect(await change(second, first)).toEqual({ to: secretKeyId(second), people: 0, unreadable: [] })
  expect(await readJournal()).toEqual([changed(first, second), retired(first)])
})

test('a person of whom no key opens one of both secrets is reported; the other is re-encrypted', async () => {
  const half = await person('half', first, third)
  const other = await person('other', third, first)
  const before = [await rowOf(half), await rowOf(other)]
  expect(await change(second, first)).toEqual({
    to: secretKeyId(second),
    people: 2,
    unreadable: ['half', 'other'],
  })
  const after = [await rowOf(half), await rowOf(other)]
  expect([after[0]?.totp_pending, after[1]?.totp_secret]).toEqual([
    before[0]?.totp_pending,
    before[1]?.totp_secret,
  ])
  expect(decryptSecret(secretKeys(second), half, after[0]?.totp_secret ?? Buffer.alloc(0))).toBe('app')
  expect(() => decryptSecret(secretKeys(second), half, after[0]?.totp_pending ?? Buffer.alloc(0))).toThrow(
    `none of the keys of SECRET_KEY opens the second factor of staff ${half}`,
  )
})

test('recovery codes of a key go from change to change, and no change is made without them', async () => {
  await change(second, first)
  await expect(change(third, second)).resolves.toMatchObject({ to: secretKeyId(third) })
  const known = (await recoveryKeys(db.read, secretKeys(third))).map((key) => key.toString('hex'))
  const all = [first, second, third].map((key) => deriveRecoveryKey(key).toString('hex'))
  expect(known.toSorted()).toEqual(all.toSorted())

  const fourth = randomBytes(32)
  await db.write
    .updateTable('secret_key')
    .set({ recovery_key: null })
    .where('key_id', '=', secretKeyId(first))
    .execute()
  const refused = change(fourth, third)
  await expect(refused).rejects.toThrow(ConfigProblem)
  await expect(refused).rejects.toThrow(
    `SECRET_KEY does not open what is kept of the key ${secretKeyId(first)}, which was used before.`,
  )
  expect(await noted()).toEqual({
    [secretKeyId(first)]: 'left',
    [secretKeyId(second)]: 'left',
    [secretKeyId(third)]: 'inUse',
  })
})

test('there is no way back to a key, and none without the keys that are needed', async () => {
  await change(second, first)
  const refused = change(first, second)
  await expect(refused).rejects.toThrow(ConfigProblem)
  await expect(refused).rejects.toThrow(
    `The key ${secretKeyId(first)}, the first of SECRET_KEY, was used before: put a new one there.`,
  )
  await expect(change(third)).rejects.toThrow(`does not hold the key ${secretKeyId(second)}, which`)
  expect(await noted()).toEqual({ [secretKeyId(first)]: 'left', [secretKeyId(second)]: 'inUse' })
})
