import { ConfigProblem } from '../../settings/config.ts'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import type { KeyRing, NamedKey } from '../../settings/key-ring.ts'
import { deriveRecoveryKey, tryDecryptSecret, decryptRecoveryKey } from './encryption.ts'
import { lockKeyInUse, listSecretKeys, listSecrets, noteKeyInUse } from './secret-keys-store.ts'

/** The key for new secrets, which cannot change until the transaction ends. */
export async function keyInUse(tx: Tx, keys: KeyRing): Promise<NamedKey> {
  const id = await lockKeyInUse(tx)
  const key = id === undefined ? undefined : keys.find(id)
  if (key === undefined) throw new ConfigProblem([missing(keys, [id ?? 'in use'])])
  return key
}

/** The keys for digests of recovery codes: of the key in use and of previous ones. */
export async function recoveryKeys(db: ReadDb, keys: KeyRing): Promise<Buffer[]> {
  const rows = await listSecretKeys(db)
  return rows.flatMap(({ key_id: id, recovery_key: encrypted }) => {
    const held = keys.find(id)
    if (held !== undefined) return [deriveRecoveryKey(held.key)]
    return (encrypted === null ? undefined : decryptRecoveryKey(keys, id, encrypted)) ?? []
  })
}

/**
 * Checks that stored secrets can be decrypted; the first time it records which key is in use. Throws ConfigProblem if a
 * key is missing.
 */
export async function requireSecretKeys(db: OpenDatabase, keys: KeyRing): Promise<void> {
  const first = await assertSecretKeys(db.read, keys)
  if (first === undefined) return
  await db.write.transaction().execute((tx) => noteKeyInUse(tx, first.id))
  await assertSecretKeys(db.read, keys)
}

/** The same without recording; returns the key to record, if none is recorded yet. */
export async function assertSecretKeys(db: ReadDb, keys: KeyRing): Promise<NamedKey | undefined> {
  const known = await listSecretKeys(db)
  if (known.length === 0) return keyOfSecrets(db, keys)
  const needed = known.filter(({ state }) => state !== 'left').map(({ key_id: id }) => id)
  const absent = needed.filter((id) => keys.find(id) === undefined)
  if (absent.length > 0) throw new ConfigProblem([missing(keys, absent)])
  return undefined
}

function missing(keys: KeyRing, absent: readonly string[]): string {
  return `${keys.setting} does not hold the key ${absent.join(', ')}, which second factors are kept under; it holds ${keys.ids}. Every process needs the same keys (docs/operations.md, "Keys").`
}

const samples = 20

/** The key of secrets that are already stored; the newest if there are none. */
async function keyOfSecrets(db: ReadDb, keys: KeyRing): Promise<NamedKey> {
  const people = await listSecrets(db, samples)
  for (const { staff_id: staffId, totp_secret: secret, totp_pending: pending } of people) {
    const opened = tryDecryptSecret(keys, staffId, secret ?? pending ?? Buffer.alloc(0))
    if (opened !== undefined) return opened.key
  }
  if (people.length === 0) return keys.newest
  throw new ConfigProblem([
    `${keys.setting} opens none of the second factors that are kept in the database; it holds ${keys.ids}. Every process needs the key they were kept under (docs/operations.md, "Keys").`,
  ])
}
