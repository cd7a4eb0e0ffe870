import { ConfigProblem } from '../../config.ts'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import type { KeyRing, NamedKey } from '../../key-ring.ts'
import { deriveRecoveryKey, tryDecryptSecret, decryptRecoveryKey } from './encryption.ts'
import { holdKeyInUse, listSecretKeys, listSecrets, noteKeyInUse } from './secret-keys-store.ts'

/** The key that new secrets are kept under, and stays that until the transaction ends. */
export async function keyInUse(tx: Tx, keys: KeyRing): Promise<NamedKey> {
  const id = await holdKeyInUse(tx)
  const key = id === undefined ? undefined : keys.find(id)
  if (key === undefined) throw new ConfigProblem([missing(keys, [id ?? 'in use'])])
  return key
}

/** The keys that recovery codes may be digested with: of the key in use, and of those before it. */
export async function recoveryKeys(db: ReadDb, keys: KeyRing): Promise<Buffer[]> {
  const rows = await listSecretKeys(db)
  return rows.flatMap(({ key_id: id, recovery_key: encrypted }) => {
    const held = keys.find(id)
    if (held !== undefined) return [deriveRecoveryKey(held.key)]
    return (encrypted === null ? undefined : decryptRecoveryKey(keys, id, encrypted)) ?? []
  })
}

/**
 * Makes sure that what is kept under SECRET_KEY can be opened; the first time it notes which key that is. Throws
 * ConfigProblem when a key is missing under which secrets are kept.
 */
export async function requireSecretKeys(db: OpenDatabase, keys: KeyRing): Promise<void> {
  const first = await assertSecretKeys(db.read, keys)
  if (first === undefined) return
  await db.write.transaction().execute((tx) => noteKeyInUse(tx, first.id))
  await assertSecretKeys(db.read, keys)
}

/** The same without noting: resolves to the key that is to be noted where none is yet. */
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

/** The key under which the secrets are that are there already; the newest when there are none. */
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
