import type { ReadDb, Tx } from '../../db/open.ts'
import type { Column, Row } from '../../db/query.ts'

/** A key of stored secrets: inUse; leaving, while some secrets may still use it; left, when only recovery codes do. */
export type SecretKeyRow = Row<'secret_key'>

const allKeys = (db: Pick<ReadDb, 'selectFrom'>) =>
  db.selectFrom('secret_key').select(['key_id', 'state', 'recovery_key']).orderBy('key_id')

/** All keys that encrypt secrets, with their encrypted recovery keys. */
export function listSecretKeys(db: Pick<ReadDb, 'selectFrom'>): Promise<SecretKeyRow[]> {
  return allKeys(db).execute()
}

/** The same, locked until the transaction ends. */
export function lockSecretKeys(tx: Tx): Promise<SecretKeyRow[]> {
  return allKeys(tx).forUpdate().execute()
}

/** Fingerprint of the key in use, which cannot change until the transaction ends. */
export async function lockKeyInUse(tx: Tx): Promise<string | undefined> {
  // A statement that waited for a change of keys finds the old row no longer in use, and does not see the new one.
  return (await shareKeyInUse(tx)) ?? shareKeyInUse(tx)
}

async function shareKeyInUse(tx: Tx): Promise<string | undefined> {
  const row = await tx
    .selectFrom('secret_key')
    .select('key_id')
    .where('state', '=', 'inUse')
    .forShare()
    .executeTakeFirst()
  return row?.key_id
}

/** Records the key in use; does nothing if another process has recorded one. */
export async function noteKeyInUse(tx: Tx, keyId: string): Promise<void> {
  await tx
    .insertInto('secret_key')
    .values({ key_id: keyId, state: 'inUse' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Saves the recovery key of a key, encrypted. */
export async function keepRecoveryKey(tx: Tx, keyId: string, encrypted: Buffer): Promise<void> {
  await tx.updateTable('secret_key').set({ recovery_key: encrypted }).where('key_id', '=', keyId).execute()
}

/** Deletes these keys with their recovery keys. */
export async function forgetKeys(tx: Tx, keyIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('secret_key').where('key_id', 'in', keyIds).execute()
}

/** Deletes everybody's recovery codes. */
export async function forgetRecoveryCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('recovery_code').execute()
}

/** Moves all keys from one state to another. */
export async function setKeyState(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('secret_key').set({ state: to }).where('state', '=', from).execute()
}

const secretColumns = [
  'staff_id',
  'username',
  'totp_secret',
  'totp_pending',
] as const satisfies readonly Column<'staff'>[]

/** A person's secrets as stored. */
export type SecretRow = Row<'staff', (typeof secretColumns)[number]>

const withSecrets = (db: Pick<ReadDb, 'selectFrom'>, max: number) =>
  db
    .selectFrom('staff')
    .select(secretColumns)
    .where((is) => is.or([is('totp_secret', 'is not', null), is('totp_pending', 'is not', null)]))
    .orderBy('staff_id')
    .limit(max)

/** Some people with secrets, in order of their ids. */
export function listSecrets(db: Pick<ReadDb, 'selectFrom'>, max: number): Promise<SecretRow[]> {
  return withSecrets(db, max).execute()
}

/** The next people with secrets after one, locked until the transaction ends. */
export function lockSecretsAfter(tx: Tx, staffId: number, max: number): Promise<SecretRow[]> {
  return withSecrets(tx, max).where('staff_id', '>', staffId).forUpdate().execute()
}

/** Replaces a person's encrypted secrets; null removes one. */
export async function saveSecrets(
  tx: Tx,
  staffId: number,
  { secret, pending }: { secret: Buffer | null; pending: Buffer | null },
): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ totp_secret: secret, totp_pending: pending })
    .where('staff_id', '=', staffId)
    .execute()
}
