import type { OpenDatabase } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import type { KeyRing } from '../../settings/key-ring.ts'
import { listSealed, lockSealed, saveSealed } from './credentials-store.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/** Result of a key change for the secrets of products. */
export interface ProductSecretsChange {
  /** How many were re-encrypted. */
  products: number
  /** Names of products whose secret no key can decrypt. */
  unreadable: string[]
}

/** Re-encrypts the API secrets of products with the newest key, one per transaction; may be resumed. */
export async function reencryptProductSecrets(
  db: OpenDatabase,
  keys: KeyRing,
  auditContext: () => AuditContext,
): Promise<ProductSecretsChange> {
  const change: ProductSecretsChange = { products: 0, unreadable: [] }
  for (const productId of await listSealed(db))
    await db.write.transaction().execute(async (tx) => {
      const row = await lockSealed(tx, productId)
      if (row === undefined) return
      const opened = openSecret(keys, productId, row.sealed)
      if (opened === undefined) return void change.unreadable.push(row.name)
      if (opened.key.id === keys.newest.id) return
      await saveSealed(tx, productId, sealSecret(keys.newest, productId, opened.secret))
      await appendEntry(tx, auditContext(), {
        event: 'products.secretsReencrypted',
        subject: row.name,
        after: { key: keys.newest.id },
      })
      change.products += 1
    })
  return change
}
