import { deriveKey } from '../../lib/derived-key.ts'
import type { KeyRing, NamedKey } from '../../settings/key-ring.ts'
import { decrypt, encrypt, openWithAny } from '../../lib/encryption.ts'

const use = 'product-secret'

/** Encrypts a product's API secret; in another product's row it cannot be decrypted. */
export function sealSecret({ key }: NamedKey, productId: number, secret: string): Buffer {
  return encrypt(deriveKey(key, use), String(productId), Buffer.from(secret))
}

/** A product's secret and the key it was encrypted with; undefined if no key can decrypt it. */
export function openSecret(
  keys: KeyRing,
  productId: number,
  sealed: Buffer,
): { secret: string; key: NamedKey } | undefined {
  return openWithAny(keys, (key) => ({
    secret: decrypt(deriveKey(key.key, use), String(productId), sealed).toString('utf8'),
    key,
  }))
}
