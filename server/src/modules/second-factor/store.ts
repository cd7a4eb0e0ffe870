import { mfaOn } from '@agency-support/contract/modules/staff'
import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Column, Row } from '../../db/query.ts'

/** A connection or an open transaction. */
type Reader = Pick<ReadDb, 'selectFrom'>

const factorColumns = [
  'staff_id',
  'username',
  'mfa',
  'totp_secret',
  'totp_pending',
  'totp_last_step',
] as const satisfies readonly Column<'staff'>[]

/** A person's factors as stored, with encrypted secrets. */
export type FactorRow = Row<'staff', (typeof factorColumns)[number]>

const mfaOff = 1

/** A person's second factors; throws if there is no such person. */
export function findFactors(db: Reader, staffId: number): Promise<FactorRow> {
  return db
    .selectFrom('staff')
    .select(factorColumns)
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends. */
export function lockFactors(tx: Tx, staffId: number): Promise<FactorRow> {
  return tx
    .selectFrom('staff')
    .select(factorColumns)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores a secret that is not active until it is confirmed. */
export async function storePendingSecret(tx: Tx, staffId: number, encrypted: Buffer): Promise<void> {
  await tx.updateTable('staff').set({ totp_pending: encrypted }).where('staff_id', '=', staffId).execute()
}

/** Activates the pending secret; the code that confirmed it is used up. */
export async function confirmSecret(tx: Tx, staffId: number, step: number): Promise<void> {
  await tx
    .updateTable('staff')
    .set((row) => ({
      totp_secret: row.ref('totp_pending'),
      totp_pending: null,
      totp_last_step: step,
      mfa: mfaOn,
      version: row('version', '+', 1),
    }))
    .where('staff_id', '=', staffId)
    .execute()
}

/** Deletes a person's TOTP secret, including one not confirmed yet. */
export async function clearSecret(tx: Tx, staffId: number): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ totp_secret: null, totp_pending: null })
    .where('staff_id', '=', staffId)
    .execute()
}

/**
 * Updates staff.mfa after a change of factors, and deletes the recovery codes with the last one. True if one is left.
 */
export async function settleMfa(tx: Tx, staffId: number): Promise<boolean> {
  const { mfa, totp_secret: secret } = await findFactors(tx, staffId)
  const on = secret !== null || (await listPasskeys(tx, staffId)).length > 0
  if (!on) await replaceRecoveryCodes(tx, staffId, [])
  const next = on ? mfaOn : mfaOff
  if (mfa !== next)
    await tx
      .updateTable('staff')
      .set((row) => ({ mfa: next, version: row('version', '+', 1) }))
      .where('staff_id', '=', staffId)
      .execute()
  return on
}

/** Uses up all codes up to a time step; false if that was done before. */
export async function takeTotpStep(tx: Tx, staffId: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('staff_id', '=', staffId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Replaces a person's recovery codes; only their digests are stored. */
export async function replaceRecoveryCodes(
  tx: Tx,
  staffId: number,
  digests: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
  if (digests.length === 0) return
  await tx
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ staff_id: staffId, code_hash: digest })))
    .execute()
}

/** The number of recovery codes that a person has not used yet. */
export async function countRecoveryCodes(db: Reader, staffId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** The digest that belongs to an unused code of the person. */
export async function findRecoveryCode(
  db: Reader,
  staffId: number,
  digests: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (digests.length === 0) return undefined
  const row = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('staff_id', '=', staffId)
    .where('code_hash', 'in', digests)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.code_hash
}

/** Uses up a code; false if a concurrent request was faster. */
export async function takeRecoveryCode(tx: Tx, staffId: number, digest: Buffer, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A passkey of a person. */
export type PasskeyRow = Omit<Row<'passkey'>, 'staff_id'>

/** A person's passkeys. */
export function listPasskeys(db: Reader, staffId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .select([
      'passkey_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'name',
      'created_at',
      'last_used_at',
    ])
    .where('staff_id', '=', staffId)
    .orderBy('passkey_id')
    .execute()
}

/** Stores a passkey; false if its credential is already stored, for any person. */
export async function insertPasskey(
  tx: Tx,
  given: {
    staffId: number
    credentialId: string
    publicKey: Uint8Array
    counter: number
    transports: readonly string[]
    name: string
    now: Date
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('passkey')
    .values({
      staff_id: given.staffId,
      credential_id: given.credentialId,
      public_key: Buffer.from(given.publicKey),
      counter: given.counter,
      transports: [...given.transports],
      name: given.name,
      created_at: given.now,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Updates the counter of a passkey; false if it was used meanwhile or deleted. */
export async function takePasskeyUse(
  tx: Tx,
  passkey: Pick<PasskeyRow, 'passkey_id' | 'counter'>,
  counter: number,
  now: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('passkey_id', '=', passkey.passkey_id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes a person's passkey and returns its name; undefined if there is none. */
export async function deletePasskey(tx: Tx, staffId: number, passkeyId: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkey')
    .where('staff_id', '=', staffId)
    .where('passkey_id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** What a challenge was issued for. */
export type Purpose = 'add' | 'signIn' | 'stepUp'

/** Stores a challenge given to a browser. */
export async function insertChallenge(
  tx: Tx,
  given: { challenge: string; staffId: number; purpose: Purpose; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('passkey_challenge')
    .values({
      challenge: given.challenge,
      staff_id: given.staffId,
      purpose: given.purpose,
      expires_at: given.expiresAt,
    })
    .execute()
}

/** Uses up a challenge; false if it is unknown, expired, used, or for another person or purpose. */
export async function takeChallenge(
  tx: Tx,
  given: { challenge: string; staffId: number; purpose: Purpose; now: Date },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', given.challenge)
    .where('staff_id', '=', given.staffId)
    .where('purpose', '=', given.purpose)
    .where('expires_at', '>', given.now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes challenges that expired before an instant. */
export const deleteExpiredChallenges = makeDeleteOldest('passkey_challenge', {
  key: ['challenge'],
  at: 'expires_at',
})

/** Deletes all second factors of a person and increments the version. */
export async function deleteFactors(tx: Tx, staffId: number): Promise<void> {
  await tx
    .updateTable('staff')
    .set((eb) => ({ mfa: mfaOff, totp_secret: null, totp_pending: null, version: eb('version', '+', 1) }))
    .where('staff_id', '=', staffId)
    .execute()
  await tx.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
  await tx.deleteFrom('passkey').where('staff_id', '=', staffId).execute()
  await tx.deleteFrom('passkey_challenge').where('staff_id', '=', staffId).execute()
}
