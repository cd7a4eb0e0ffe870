import type { OpenDatabase, Tx } from '../../db/open.ts'

/** Saves API credentials of a locked product, and increments their version. */
export async function saveCredentials(
  tx: Tx,
  productId: number,
  credentials: { apiKey: string; sealed: Buffer; last4: string },
): Promise<void> {
  await tx
    .updateTable('product')
    .set((of) => ({
      api_key: credentials.apiKey,
      api_secret: credentials.sealed,
      api_secret_last4: credentials.last4,
      version: of('version', '+', 1),
    }))
    .where('product_id', '=', productId)
    .execute()
}

/** Ids of the products that have a secret. */
export async function listSealed(db: OpenDatabase): Promise<number[]> {
  const rows = await db.read
    .selectFrom('product')
    .select('product_id')
    .where('api_secret', 'is not', null)
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id: id }) => id)
}

/** The encrypted secret of a product, locked; undefined without one. */
export async function lockSealed(
  tx: Tx,
  productId: number,
): Promise<{ name: string; sealed: Buffer } | undefined> {
  const row = await tx
    .selectFrom('product')
    .select(['name', 'api_secret'])
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined || row.api_secret === null ? undefined : { name: row.name, sealed: row.api_secret }
}

/** Saves the same secret, encrypted with another key. */
export async function saveSealed(tx: Tx, productId: number, sealed: Buffer): Promise<void> {
  await tx.updateTable('product').set({ api_secret: sealed }).where('product_id', '=', productId).execute()
}
