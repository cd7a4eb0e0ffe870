import type { IntegrationProduct } from '@agency-support/contract/modules/product-shapes'
import type { OpenDatabase } from '../../db/open.ts'
import { appendEntry, type AuditContext } from '../../journal/append.ts'
import { type ItemsImported, replaceItems } from './vendors-store.ts'

/** Replaces the items of the legacy marketplace; equal ones change nothing. */
export async function importItems(
  db: OpenDatabase,
  items: readonly IntegrationProduct[],
  auditContext: AuditContext,
): Promise<ItemsImported> {
  return db.write.transaction().execute(async (tx) => {
    const imported = await replaceItems(tx, items)
    const { added, renamed, removed } = imported
    if (added + renamed + removed > 0)
      await appendEntry(tx, auditContext, {
        event: 'products.itemsImported',
        after: { added, renamed, removed },
      })
    return imported
  })
}
