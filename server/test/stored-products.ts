import { foldText } from '@agency-support/contract/rules/search'
import type { OpenDatabase, Tx } from '../src/db/open.ts'

/** A code of a subscription event, or a change of the opt-in. */
type Change = { eventCode: 0 | 1 | 2 | 3 } | { optIn: 1 | -1; name: string; initials: string }

type Place = { agencyId: number; productId: number; at: Date }
/** The module's own functions, which keep the state beside the histories. */
interface Records {
  recordSubscription(tx: Tx, event: Place & { eventCode: 0 | 1 | 2 | 3; by: string }): Promise<void>
  recordOptIn(tx: Tx, optIn: Place & { change: 1 | -1; initials: string; name: string }): Promise<void>
}

/** Products of a test, and what became of them at agencies. */
export interface StoredProducts {
  /** Makes a product; its id. */
  product(name: string, more?: { enabled?: boolean; minimumVersion?: string }): Promise<number>
  /** Puts agencies of these names into the database. */
  agencies(names: Readonly<Record<number, string>>, version?: string): Promise<void>
  /** Appends an event of an agency and a product. */
  record(productId: number, agencyId: number, at: string, change: Change): Promise<void>
}

/** Reaches past the server into its database. */
export function openStoredProducts(
  db: OpenDatabase,
  { recordOptIn, recordSubscription }: Records,
): StoredProducts {
  return {
    product: async (name, { enabled = true, minimumVersion = '' } = {}) => {
      const row = { name, enabled, minimum_version: minimumVersion }
      const made = await db.write
        .insertInto('product')
        .values(row)
        .returning('product_id')
        .executeTakeFirstOrThrow()
      return made.product_id
    },
    agencies: async (names, version = '5.4.2') => {
      const rows = Object.entries(names).map(([agencyId, name]) => ({
        agency_id: Number(agencyId),
        name,
        name_folded: foldText(name),
        version_display: version,
      }))
      await db.write.insertInto('agency').values(rows).execute()
    },
    record: (productId, agencyId, at, change) =>
      db.write.transaction().execute((tx) => {
        const place = { agencyId, productId, at: new Date(at) }
        if ('eventCode' in change)
          return recordSubscription(tx, { ...place, ...change, by: 'owner@agency.test' })
        const { optIn, ...person } = change
        return recordOptIn(tx, { ...place, ...person, change: optIn })
      }),
  }
}
