import { ConfigProblem } from '../../settings/config.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import type { KeyRing, NamedKey } from '../../settings/key-ring.ts'
import {
  deriveRecoveryKey,
  encryptSecret,
  encryptRecoveryKey,
  tryDecryptSecret,
  decryptRecoveryKey,
} from './encryption.ts'
import { requireSecretKeys } from './secret-keys.ts'
import {
  keepRecoveryKey,
  lockSecretKeys,
  lockSecretsAfter,
  noteKeyInUse,
  saveSecrets,
  type SecretKeyRow,
  type SecretRow,
  setKeyState,
} from './secret-keys-store.ts'

/** Result of a key change. */
export interface SecretKeyChange {
  /** Fingerprint of the key in use from now on. */
  to: string
  /** How many people's secrets were re-encrypted by this call. */
  people: number
  /** Usernames of people whose secret no key can decrypt. */
  unreadable: string[]
}

/**
 * Puts the newest key in use for second factors and re-encrypts existing secrets, some people per transaction. Throws
 * ConfigProblem if a key is missing or was used before. Can be resumed by calling it again.
 */
export async function changeSecretKey(
  db: OpenDatabase,
  keys: KeyRing,
  auditContext: () => AuditContext,
): Promise<SecretKeyChange> {
  await requireSecretKeys(db, keys)
  const to = keys.newest
  await db.write.transaction().execute((tx) => setKeyInUse(tx, keys, auditContext()))
  const change: SecretKeyChange = { to: to.id, people: 0, unreadable: [] }
  for (let last: number | undefined = 0; last !== undefined; )
    last = await db.write
      .transaction()
      .execute((tx) => reencryptSome(tx, { keys, after: last ?? 0, change, auditContext: auditContext() }))
  return change
}

/** Encrypts new secrets with the newest key from now on; does nothing if it is already in use. */
async function setKeyInUse(tx: Tx, keys: KeyRing, auditContext: AuditContext): Promise<void> {
  const to = keys.newest
  const rows = await lockSecretKeys(tx)
  const current = rows.find(({ state }) => state === 'inUse')
  if (current === undefined || current.key_id === to.id) return
  if (rows.some(({ key_id: id }) => id === to.id))
    throw new ConfigProblem([
      `The key ${to.id}, the first of ${keys.setting}, was used before: put a new one there.`,
    ])
  for (const row of rows) await keepRecoveryKey(tx, row.key_id, movedRecoveryKey(row, keys, to))
  await setKeyState(tx, 'inUse', 'leaving')
  await noteKeyInUse(tx, to.id)
  await appendEntry(tx, auditContext, {
    event: 'session.secretKeyChanged',
    before: { key: current.key_id },
    after: { key: to.id },
  })
}

function movedRecoveryKey(
  { key_id: id, recovery_key: encrypted }: SecretKeyRow,
  keys: KeyRing,
  to: NamedKey,
): Buffer {
  const held = keys.find(id)
  const recoveryKey =
    held === undefined ? encrypted && decryptRecoveryKey(keys, id, encrypted) : deriveRecoveryKey(held.key)
  if (!recoveryKey)
    throw new ConfigProblem([
      `${keys.setting} does not open what is kept of the key ${id}, which was used before.`,
    ])
  return encryptRecoveryKey(to.key, id, recoveryKey)
}

const peopleAtOnce = 100

interface Step {
  keys: KeyRing
  after: number
  change: SecretKeyChange
  auditContext: AuditContext
}

/** Re-encrypts the secrets of the next people; returns the last one, or undefined if nobody is left. */
async function reencryptSome(
  tx: Tx,
  { keys, after, change, auditContext }: Step,
): Promise<number | undefined> {
  const rows = await lockSecretsAfter(tx, after, peopleAtOnce)
  const last = rows.at(-1)
  if (last === undefined) {
    await retireOldKeys(tx, auditContext)
    return undefined
  }
  const moved = rows.map((row) => ({ row, ...toMoved(row, keys) }))
  const changed = moved.filter(({ isChanged }) => isChanged)
  for (const { row, secret, pending } of changed) await saveSecrets(tx, row.staff_id, { secret, pending })
  if (changed.length > 0)
    await appendEntry(tx, auditContext, {
      event: 'session.secretsReencrypted',
      after: { people: changed.length, key: keys.newest.id },
    })
  change.people += changed.length
  change.unreadable.push(
    ...moved.filter(({ isReadable }) => !isReadable).map(({ row: { username } }) => username),
  )
  return last.staff_id
}

interface Moved {
  secret: Buffer | null
  pending: Buffer | null
  isChanged: boolean
  isReadable: boolean
}

function toMoved({ staff_id: staffId, ...row }: SecretRow, keys: KeyRing): Moved {
  const { newest } = keys
  const reencrypt = (
    encrypted: Buffer | null,
  ): { encrypted: Buffer | null; isChanged: boolean; isReadable: boolean } => {
    if (encrypted === null) return { encrypted, isChanged: false, isReadable: true }
    const opened = tryDecryptSecret(keys, staffId, encrypted)
    if (opened === undefined) return { encrypted, isChanged: false, isReadable: false }
    if (opened.key.id === newest.id) return { encrypted, isChanged: false, isReadable: true }
    return { encrypted: encryptSecret(newest.key, staffId, opened.secret), isChanged: true, isReadable: true }
  }
  const [secret, pending] = [reencrypt(row.totp_secret), reencrypt(row.totp_pending)]
  return {
    secret: secret.encrypted,
    pending: pending.encrypted,
    isChanged: secret.isChanged || pending.isChanged,
    isReadable: secret.isReadable && pending.isReadable,
  }
}

async function retireOldKeys(tx: Tx, auditContext: AuditContext): Promise<void> {
  const leaving = (await lockSecretKeys(tx)).filter(({ state }) => state === 'leaving')
  if (leaving.length === 0) return
  await setKeyState(tx, 'leaving', 'left')
  await appendEntry(tx, auditContext, {
    event: 'session.secretKeyRetired',
    before: { key: leaving.map(({ key_id: id }) => id).join(', ') },
  })
}
