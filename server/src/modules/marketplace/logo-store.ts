import type { ReadDb, Tx } from '../../db/open.ts'

/** The logo of a product; undefined without one. */
export async function findLogo(db: ReadDb, productId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('product_logo')
    .select('picture')
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row?.picture
}

/** Replaces the logo of a locked product. */
export async function saveLogo(
  tx: Tx,
  productId: number,
  { digest, picture }: { digest: string; picture: Buffer },
): Promise<void> {
  await tx
    .insertInto('product_logo')
    .values({ product_id: productId, picture })
    .onConflict((on) => on.column('product_id').doUpdateSet({ picture }))
    .execute()
  await tx
    .updateTable('product')
    .set((of) => ({ logo_digest: digest, version: of('version', '+', 1) }))
    .where('product_id', '=', productId)
    .execute()
}
