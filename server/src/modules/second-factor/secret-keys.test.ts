import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretKeyId, secretKeys } from '../../../test/secret-keys.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { ConfigProblem } from '../../settings/config.ts'
import type { KeyRing, NamedKey } from '../../settings/key-ring.ts'
import { changeSecretKey } from './change-secret-key.ts'
import { deriveRecoveryKey, encryptSecret } from './encryption.ts'
import { assertSecretKeys, keyInUse, recoveryKeys, requireSecretKeys } from './secret-keys.ts'

const [older, newer, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const named = (key: Buffer): NamedKey => secretKeys(key).newest
const now = new Date('2026-11-20T09:00:00Z')
const actor = { kind: 'system', name: 'cli', sessionId: null } as const
const auditContext = () => ({ at: now, actor, requestId: null })

const { db } = useDatabase({ scope: 'test' })

const noted = () => db.read.selectFrom('secret_key').select(['key_id', 'state']).orderBy('key_id').execute()
const inUse = (keys: KeyRing): Promise<NamedKey> => db.write.transaction().execute((tx) => keyInUse(tx, keys))

/** A person with a secret under a key, confirmed or still being set up. */
async function personUnder(key: Buffer, column: 'totp_secret' | 'totp_pending'): Promise<number> {
  const username = `person-${randomBytes(6).toString('hex')}@support.test`
  const { staff_id: staffId } = await db.write
    .insertInto('staff')
    .values({ username, created_at: now })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  const encrypted = encryptSecret(key, staffId, 'secret')
  await db.write
    .updateTable('staff')
    .set({ [column]: encrypted })
    .where('staff_id', '=', staffId)
    .execute()
  return staffId
}

test('the first time the newest key is noted as the one in use; looking alone notes nothing', async () => {
  expect(await assertSecretKeys(db.read, secretKeys(newer, older))).toEqual(named(newer))
  expect(await noted()).toEqual([])
  await expect(inUse(secretKeys(newer))).rejects.toThrow('SECRET_KEY does not hold the key in use, which')
  await requireSecretKeys(db, secretKeys(newer, older))
  expect(await noted()).toEqual([{ key_id: secretKeyId(newer), state: 'inUse' }])
  expect(await inUse(secretKeys(older, newer))).toEqual(named(newer))
  expect(await assertSecretKeys(db.read, secretKeys(older, newer))).toBeUndefined()
  await requireSecretKeys(db, secretKeys(older, newer))
  expect(await noted()).toHaveLength(1)
})

test('two processes with different keys that start at once: one of them does not', async () => {
  const started = await Promise.allSettled(
    [older, newer].map((key) => requireSecretKeys(db, secretKeys(key))),
  )
  const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused.length).toBeGreaterThanOrEqual(1)
  for (const reason of refused) expect(reason).toBeInstanceOf(ConfigProblem)
})

test.each(['totp_secret', 'totp_pending'] as const)(
  'where secrets are there already (%s) their key is the one in use, and without it nothing starts',
  async (column) => {
    // More than are looked at.
    const without = Array.from({ length: 30 }, (_, at) => ({ username: `without-${at}`, created_at: now }))
    await db.write.insertInto('staff').values(without).execute()
    const unreadable = await personUnder(wrong, column)
    await personUnder(older, column)
    expect(await assertSecretKeys(db.read, secretKeys(newer, older))).toEqual(named(older))
    const refused = assertSecretKeys(db.read, secretKeys(newer))
    await expect(refused).rejects.toThrow(ConfigProblem)
    await expect(refused).rejects.toThrow(
      `SECRET_KEY opens none of the second factors that are kept in the database; it holds ${secretKeyId(newer)}. Every process needs the key they were kept under (docs/operations.md, "Keys").`,
    )
    await db.write.deleteFrom('staff').where('staff_id', '<>', unreadable).execute()
    await expect(assertSecretKeys(db.read, secretKeys(older))).rejects.toThrow(
      'opens none of the second factors',
    )
  },
)

test('a key that was noted and is not there is reported by name; one that has left is not needed', async () => {
  await requireSecretKeys(db, secretKeys(older))
  const message = `SECRET_KEY does not hold the key ${secretKeyId(older)}, which second factors are kept under; it holds ${secretKeyId(newer)}, ${secretKeyId(wrong)}. Every process needs the same keys (docs/operations.md, "Keys").`
  await expect(requireSecretKeys(db, secretKeys(newer, wrong))).rejects.toThrow(message)
  await expect(inUse(secretKeys(newer, wrong))).rejects.toThrow(message)
  await expect(inUse(secretKeys(newer, wrong))).rejects.toThrow(ConfigProblem)
  await changeSecretKey(db, secretKeys(newer, older), auditContext)
  expect(await noted()).toEqual(
    [
      { key_id: secretKeyId(older), state: 'left' },
      { key_id: secretKeyId(newer), state: 'inUse' },
    ].toSorted((one, other) => (one.key_id < other.key_id ? -1 : 1)),
  )
  await requireSecretKeys(db, secretKeys(newer))
  await db.write.updateTable('secret_key').set({ state: 'leaving' }).where('state', '=', 'left').execute()
  await expect(requireSecretKeys(db, secretKeys(newer))).rejects.toThrow(
    `does not hold the key ${secretKeyId(older)}, which`,
  )
  await expect(requireSecretKeys(db, secretKeys(wrong))).rejects.toThrow(
    [secretKeyId(older), secretKeyId(newer)].toSorted().join(', '),
  )
})

test('recovery codes are known by the key in use and by those before it, whichever keys are left', async () => {
  await requireSecretKeys(db, secretKeys(older))
  expect(await recoveryKeys(db.read, secretKeys(older))).toEqual([deriveRecoveryKey(older)])
  expect(await recoveryKeys(db.read, secretKeys(wrong))).toEqual([])
  await changeSecretKey(db, secretKeys(newer, older), auditContext)
  const both = new Set([older, newer].map((key) => deriveRecoveryKey(key).toString('hex')))
  for (const keys of [secretKeys(newer, older), secretKeys(newer)]) {
    const found = await recoveryKeys(db.read, keys)
    expect(new Set(found.map((key) => key.toString('hex')))).toEqual(both)
  }
  expect(await recoveryKeys(db.read, secretKeys(wrong))).toEqual([])
})
