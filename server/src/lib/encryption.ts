import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing, NamedKey } from '../settings/key-ring.ts'

const nonceBytes = 12
const tagBytes = 16

/** Encrypts for one owner; decrypting for another owner fails. */
export function encrypt(key: Buffer, owner: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** Reverses `encrypt`; throws if the key, the owner or a byte differs. */
export function decrypt(key: Buffer, owner: string, encrypted: Buffer): Buffer {
  const nonce = encrypted.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
  const rest = encrypted.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(rest), decipher.final()])
}

/** The result of the first key that succeeds; undefined if none does. */
export function openWithAny<T>(keys: KeyRing, open: (key: NamedKey) => T): T | undefined {
  for (const key of keys.all)
    try {
      return open(key)
    } catch {
      // Made with another key.
    }
  return undefined
}
