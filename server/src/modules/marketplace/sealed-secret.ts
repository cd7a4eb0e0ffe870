import { deriveKey } from '../../derived-key.ts'
import type { KeyRing, NamedKey } from '../../key-ring.ts'
import { decrypt, encrypt, openWithAny } from '../../encryption.ts'

const use = 'product-secret'

/** Seals a product's API secret; in another product's row it cannot be opened. */
export function sealSecret({ key }: NamedKey, productId: number, secret: string): Buffer {
  return encrypt(deriveKey(key, use), String(productId), Buffer.from(secret))
}

/** A product's secret and the key it was kept under; undefined when none of the keys opens it. */
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
