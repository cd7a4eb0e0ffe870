import { type Background, repeat } from '../lib/background.ts'
import type { OpenDatabase } from '../db/open.ts'
import { query, statement } from '../db/query.ts'
import type { Log } from '../lib/log.ts'

const noteUsesSql = statement<[agencyIds: number[], keyHashes: Buffer[], at: Date[]]>(
  'note_key_uses',
  `update agency_key k set last_used_at = used.at
from unnest($1::integer[], $2::bytea[], $3::timestamptz[]) as used (agency_id, key_hash, at)
where k.agency_id = used.agency_id and k.key_hash = used.key_hash
  and (k.last_used_at is null or k.last_used_at < used.at)`,
)

/** Every call sends a key: a use this soon after the saved one is not saved. */
const worthMs = 60_000
const writeEveryMs = 2_000

/** When agency keys were last used; saved in batches, outside the requests. */
export class KeyUses {
  #waiting = new Map<number, { keyHash: Buffer; at: Date }>()

  note(agencyId: number, use: { keyHash: Buffer; at: Date; knownAt: Date | null }): void {
    const { keyHash, at, knownAt } = use
    if (knownAt === null || at.getTime() - knownAt.getTime() >= worthMs)
      this.#waiting.set(agencyId, { keyHash, at })
  }

  /** Saves the noted uses; those that fail are noted again at the key's next use. */
  async save(db: OpenDatabase): Promise<void> {
    if (this.#waiting.size === 0) return
    // Always in the same order, so that two processes cannot deadlock.
    const uses = [...this.#waiting].sort(([one], [other]) => one - other)
    this.#waiting = new Map()
    await query(db.write, noteUsesSql, [
      uses.map(([agencyId]) => agencyId),
      uses.map(([, { keyHash }]) => keyHash),
      uses.map(([, { at }]) => at),
    ])
  }
}

/** Saves key uses while the server runs. */
export function startSavingKeyUses({
  keyUses,
  db,
  log,
}: {
  keyUses: KeyUses
  db: OpenDatabase
  log: Log
}): Background {
  return repeat('keys.uses', { everyMs: writeEveryMs, log, work: () => keyUses.save(db) })
}
