import { createHmac } from 'node:crypto'
import { deriveKey } from '../../lib/derived-key.ts'
import type { KeyRing, NamedKey } from '../../settings/key-ring.ts'
import { decrypt, encrypt, openWithAny } from '../../lib/encryption.ts'

/** Encrypts a person's secret; in another person's row it cannot be decrypted. */
export function encryptSecret(secretKey: Buffer, staffId: number, secret: string): Buffer {
  return encrypt(deriveKey(secretKey, 'totp'), String(staffId), Buffer.from(secret))
}

/** Reverses `encryptSecret`; throws if the key, the person or a byte differs. */
export function decryptSecretWith(secretKey: Buffer, staffId: number, encrypted: Buffer): string {
  return decrypt(deriveKey(secretKey, 'totp'), String(staffId), encrypted).toString('utf8')
}

/** A person's secret and the key it was encrypted with; undefined if no key can decrypt it. */
export function tryDecryptSecret(
  keys: KeyRing,
  staffId: number,
  encrypted: Buffer,
): { secret: string; key: NamedKey } | undefined {
  return openWithAny(keys, (key) => ({ secret: decryptSecretWith(key.key, staffId, encrypted), key }))
}

/** A person's secret, decrypted with whichever key fits; throws if none does. */
export function decryptSecret(keys: KeyRing, staffId: number, encrypted: Buffer): string {
  const opened = tryDecryptSecret(keys, staffId, encrypted)
  if (opened !== undefined) return opened.secret
  throw new Error(`none of the keys of ${keys.setting} opens the second factor of staff ${staffId}`)
}

/** The key for digests of recovery codes while this secret key is in use. */
export function deriveRecoveryKey(secretKey: Buffer): Buffer {
  return deriveKey(secretKey, 'recovery')
}

/** Encrypts the recovery key of a secret key that was replaced, bound to that key's fingerprint. */
export function encryptRecoveryKey(secretKey: Buffer, keyId: string, recoveryKey: Buffer): Buffer {
  return encrypt(deriveKey(secretKey, 'recovery-key'), keyId, recoveryKey)
}

/** Reverses `encryptRecoveryKey`; undefined if no key can decrypt it. */
export function decryptRecoveryKey(keys: KeyRing, keyId: string, encrypted: Buffer): Buffer | undefined {
  return openWithAny(keys, ({ key }) => decrypt(deriveKey(key, 'recovery-key'), keyId, encrypted))
}

/** Digest of a person's recovery code; without the recovery key it cannot be guessed offline. */
export function codeDigest(recoveryKey: Buffer, staffId: number, code: string): Buffer {
  return createHmac('sha256', recoveryKey).update(`${staffId} ${code}`).digest()
}
