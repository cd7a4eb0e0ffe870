import { type Background, repeat } from '../background.ts'
import type { OpenDatabase } from '../db/open.ts'
import { query, statement } from '../db/query.ts'
import type { Log } from '../log.ts'

const noteUsesSql = statement<[agencyIds: number[], keyHashes: Buffer[], at: Date[]]>(
  'note_key_uses',
  `update agency_key k set last_used_at = used.at
from unnest($1::integer[], $2::bytea[], $3::timestamptz[]) as used (agency_id, key_hash, at)
where k.agency_id = used.agency_id and k.key_hash = used.key_hash
  and (k.last_used_at is null or k.last_used_at < used.at)`,
)

/** Every call shows a key: a use this soon after the one that is known is not written down. */
const worthMs = 60_000
const writeEveryMs = 2_000

/** Which keys of agencies' software were shown, until that is written down; all at once, beside the requests. */
export class KeyUses {
  #waiting = new Map<number, { keyHash: Buffer; at: Date }>()

  note(agencyId: number, use: { keyHash: Buffer; at: Date; knownAt: Date | null }): void {
    const { keyHash, at, knownAt } = use
    if (knownAt === null || at.getTime() - knownAt.getTime() >= worthMs)
      this.#waiting.set(agencyId, { keyHash, at })
  }

  /** Writes down what was noted since; what could not be is noted again with the next use. */
  async save(db: OpenDatabase): Promise<void> {
    if (this.#waiting.size === 0) return
    // Always in the same order, so that two processes cannot wait for one another.
    const uses = [...this.#waiting].sort(([one], [other]) => one - other)
    this.#waiting = new Map()
    await query(db.write, noteUsesSql, [
      uses.map(([agencyId]) => agencyId),
      uses.map(([, { keyHash }]) => keyHash),
      uses.map(([, { at }]) => at),
    ])
  }
}

/** Writes uses down as long as the server runs. */
export function startSavingKeyUses(keyUses: KeyUses, db: OpenDatabase, log: Log): Background {
  return repeat('keys.uses', { everyMs: writeEveryMs, log, work: () => keyUses.save(db) })
}
