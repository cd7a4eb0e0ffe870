import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import {
  clearSecret,
  confirmSecret,
  countRecoveryCodes,
  deleteFactors,
  deletePasskey,
  findFactors,
  findRecoveryCode,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockFactors,
  replaceRecoveryCodes,
  settleMfa,
  storePendingSecret,
  takeChallenge,
  takePasskeyUse,
  takeRecoveryCode,
  takeTotpStep,
} from './store.ts'

const now = new Date('2026-11-20T09:00:00Z')
const later = new Date('2026-11-20T09:05:00Z')
const { db, inTx } = useDatabase()

const digests = (howMany: number): Buffer[] => Array.from({ length: howMany }, () => randomBytes(32))

async function newPerson(): Promise<number> {
  const username = `person-${randomBytes(6).toString('hex')}@support.test`
  const row = await db.write
    .insertInto('staff')
    .values({ username, created_at: now })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  return row.staff_id
}
const addPasskey = (staffId: number, credentialId = randomBytes(8).toString('hex')): Promise<boolean> =>
  inTx((tx) =>
    insertPasskey(tx, {
      staffId,
      credentialId,
      publicKey: new Uint8Array([1, 2]),
      counter: 3,
      transports: ['usb'],
      name: 'Key',
      now,
    }),
  )
const readStaff = async (staffId: number) =>
  db.read
    .selectFrom('staff')
    .select(['mfa', 'version', 'totp_secret', 'totp_pending'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
const giveSecrets = (staffId: number) =>
  db.write
    .updateTable('staff')
    .set({ mfa: 0, totp_secret: Buffer.from('s'), totp_pending: Buffer.from('p') })
    .where('staff_id', '=', staffId)
    .execute()

/** A person with every kind of factor and an open challenge. */
async function withEverything(): Promise<number> {
  const staffId = await newPerson()
  await giveSecrets(staffId)
  await addPasskey(staffId)
  await inTx(async (tx) => {
    await replaceRecoveryCodes(tx, staffId, digests(2))
    const challenge = { challenge: `of ${staffId}`, staffId, purpose: 'signIn' } as const
    await insertChallenge(tx, { ...challenge, expiresAt: later })
  })
  return staffId
}
const countRows = async (staffId: number): Promise<number[]> =>
  Promise.all(
    (['recovery_code', 'passkey', 'passkey_challenge'] as const).map(async (table) => {
      const rows = await db.read
        .selectFrom(table)
        .select('staff_id')
        .where('staff_id', '=', staffId)
        .execute()
      return rows.length
    }),
  )

test('deleting the factors of a person takes every kind of theirs, and nobody else’s', async () => {
  const [person, other] = [await withEverything(), await withEverything()]
  await inTx((tx) => deleteFactors(tx, person))
  expect(await readStaff(person)).toEqual({ mfa: 1, version: 2, totp_secret: null, totp_pending: null })
  expect(await countRows(person)).toEqual([0, 0, 0])
  expect(await readStaff(other)).toMatchObject({ mfa: 0, version: 1, totp_secret: Buffer.from('s') })
  expect(await countRows(other)).toEqual([2, 1, 1])
})

test('whether a person is asked for a factor follows what is there, and counts a version when it changes', async () => {
  const staffId = await newPerson()
  const settle = async () => {
    const on = await inTx((tx) => settleMfa(tx, staffId))
    const row = await readStaff(staffId)
    return [on, row?.mfa, row?.version]
  }
  expect(await settle()).toEqual([false, 1, 1])
  await addPasskey(staffId)
  expect(await settle()).toEqual([true, 0, 2])
  await inTx((tx) => replaceRecoveryCodes(tx, staffId, digests(3)))
  expect(await settle()).toEqual([true, 0, 2])
  expect(await countRecoveryCodes(db.read, staffId)).toBe(3)
  const [passkey] = await listPasskeys(db.read, staffId)
  expect(passkey).toMatchObject({ counter: 3, transports: ['usb'], name: 'Key', last_used_at: null })
  const remove = () => inTx((tx) => deletePasskey(tx, staffId, passkey?.passkey_id ?? 0))
  expect([await remove(), await remove()]).toEqual(['Key', undefined])
  expect(await settle()).toEqual([false, 1, 3])
  expect(await countRecoveryCodes(db.read, staffId)).toBe(0)
})

test('nobody’s passkey is deleted by somebody else, and one is stored once', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  expect(await addPasskey(person, 'the same')).toBe(true)
  expect(await addPasskey(other, 'the same')).toBe(false)
  const [passkey] = await listPasskeys(db.read, person)
  expect(await inTx((tx) => deletePasskey(tx, other, passkey?.passkey_id ?? 0))).toBeUndefined()
  expect(await listPasskeys(db.read, person)).toHaveLength(1)
})

test('an app that one person sets up and removes changes nobody else’s', async () => {
  const [person, other] = [await newPerson(), await withEverything()]
  const before = await findFactors(db.read, other)
  await inTx((tx) => storePendingSecret(tx, person, Buffer.from('new')))
  await inTx((tx) => confirmSecret(tx, person, 6))
  const { username } = await findFactors(db.read, person)
  expect(await findFactors(db.read, person)).toEqual({
    staff_id: person,
    username,
    mfa: 0,
    totp_secret: Buffer.from('new'),
    totp_pending: null,
    totp_last_step: 6,
  })
  await inTx((tx) => clearSecret(tx, person))
  expect(await inTx((tx) => settleMfa(tx, person))).toBe(false)
  expect(await findFactors(db.read, other)).toEqual(before)
})

test('the factors of a person are changed by one request at a time', async () => {
  const staffId = await newPerson()
  const { second } = await inTx(async (tx) => {
    await lockFactors(tx, staffId)
    const started = inTx((other) => lockFactors(other, staffId))
    await untilOneWaits(tx, 'staff')
    await storePendingSecret(tx, staffId, Buffer.from('first'))
    return { second: started }
  })
  expect((await second).totp_pending).toEqual(Buffer.from('first'))
})

test('a use of one passkey counts once, and is reported with its instant', async () => {
  const staffId = await newPerson()
  await addPasskey(staffId)
  await addPasskey(staffId)
  const [passkey, other] = await listPasskeys(db.read, staffId)
  const use = () => inTx(async (tx) => passkey && takePasskeyUse(tx, passkey, 9, later))
  expect([await use(), await use()]).toEqual([true, false])
  expect(await listPasskeys(db.read, staffId)).toEqual([
    { ...passkey, counter: 9, last_used_at: later },
    other,
  ])
})

test('a recovery code is found and used once, by its person alone', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const [one, two] = digests(2) as [Buffer, Buffer]
  await inTx((tx) => replaceRecoveryCodes(tx, person, [one, two]))
  const find = (staffId: number, ...given: Buffer[]) => findRecoveryCode(db.read, staffId, given)
  const take = (staffId: number) => inTx((tx) => takeRecoveryCode(tx, staffId, one, now))
  expect(await find(person)).toBeUndefined()
  expect(await find(person, randomBytes(32), one)).toEqual(one)
  expect(await find(other, one)).toBeUndefined()
  expect(await take(other)).toBe(false)
  expect([await take(person), await take(person)]).toEqual([true, false])
  expect(await find(person, one)).toBeUndefined()
  expect(await countRecoveryCodes(db.read, person)).toBe(1)
})

test('the steps of an app go forward only, each person’s by themselves', async () => {
  const [staffId, other] = [await newPerson(), await newPerson()]
  const take = (step: number) => inTx((tx) => takeTotpStep(tx, staffId, step))
  expect([await take(5), await take(5), await take(4), await take(6)]).toEqual([true, false, false, true])
  await inTx((tx) => storePendingSecret(tx, staffId, Buffer.from('kept')))
  expect(await findFactors(db.read, staffId)).toMatchObject({
    totp_secret: null,
    totp_pending: Buffer.from('kept'),
    totp_last_step: 6,
  })
  expect(await inTx((tx) => takeTotpStep(tx, other, 4))).toBe(true)
})

test('a challenge is taken once, for its person and purpose, before its end', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const given = { challenge: 'first', staffId: person, purpose: 'stepUp' } as const
  await inTx((tx) => insertChallenge(tx, { ...given, expiresAt: later }))
  const take = (changes: object) => inTx((tx) => takeChallenge(tx, { ...given, now, ...changes }))
  for (const changes of [{ staffId: other }, { purpose: 'signIn' }, { challenge: 'second' }, { now: later }])
    expect(await take(changes)).toBe(false)
  const last = new Date(later.getTime() - 1)
  expect([await take({ now: last }), await take({ now: last })]).toEqual([true, false])
})
