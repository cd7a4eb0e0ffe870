import { sql } from 'kysely'
import type { OpenDatabase } from '../src/db/open.ts'
import { appendEntry } from '../src/journal/append.ts'
import type { Seal } from '../src/journal/chain.ts'
import { sealOnce } from '../src/journal/seal.ts'
import { KeyRing } from '../src/settings/key-ring.ts'
import { until } from './until.ts'

/** The keys that the tests seal with, and the instant at which everything of theirs happens. */
export const testSealKeys = new KeyRing('JOURNAL_SEAL_KEY', [Buffer.alloc(32, 7)])
export const testInstant = new Date('2026-11-20T09:00:00Z')

const auditContext = {
  at: testInstant,
  actor: { kind: 'staff', name: 'ann', sessionId: 1 },
  requestId: 'r1',
} as const

/** Appends renames to these names, in one transaction. */
export async function appendRenames(db: OpenDatabase, ...names: string[]): Promise<void> {
  await db.write.transaction().execute(async (tx) => {
    for (const name of names) {
      const values = { before: { name: '' }, after: { name } }
      await appendEntry(tx, auditContext, { event: 'agencies.renamed', agencyId: 1, ...values })
    }
  })
}

/** Waits until no transaction of the server is open that is older than a row of the journal. */
export function allEnded(db: OpenDatabase): Promise<void> {
  return until('no transaction is open that is older than a row', async () => {
    const { rows } = await sql`select from journal where xid >= pg_snapshot_xmin(pg_current_snapshot())
      limit 1`.execute(db.write)
    return rows.length === 0
  })
}

/** Seals all that is there. Transactions of the whole server hold sealing back, those of other tests too. */
export async function sealNow(db: OpenDatabase, keys = testSealKeys): Promise<Seal> {
  let made: Seal | undefined
  await allEnded(db)
  await until('there is a seal', async () => {
    made = await sealOnce(db, keys, testInstant)
    return made !== undefined
  })
  return made ?? Promise.reject(new Error('no seal'))
}

/** The numbers of seals in the order in which they come. */
export async function collectIds(seals: AsyncIterable<Seal>): Promise<number[]> {
  const ids: number[] = []
  for await (const { sealId } of seals) ids.push(sealId)
  return ids
}
