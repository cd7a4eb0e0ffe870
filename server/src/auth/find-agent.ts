import { timingSafeEqual } from 'node:crypto'
import { keyHash } from '../lib/agent-key.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type AsJson, query, type Row, statement } from '../db/query.ts'
import type { ShownKey } from './key-guesses.ts'
import type { KeyUses } from './key-uses.ts'

type KeyRow = AsJson<Row<'agency_key', 'key_hash' | 'previous_hash' | 'previous_until' | 'last_used_at'>>

// One JSON value, because the driver is several times slower with dates and bytes.
const findAgencyKeySql = statement<[agencyId: number], { found: KeyRow }>(
  'find_agency_key',
  `select json_build_object('key_hash', encode(key_hash, 'hex'),
  'previous_hash', encode(previous_hash, 'hex'), 'previous_until', previous_until, 'last_used_at', last_used_at) as found
from agency_key where agency_id = $1`,
  { byKey: true },
)

/** The key format `{agencyId}.{secret}`; the secret has at least 32 URL-safe characters. */
const bearer = /^Bearer +([1-9]\d{0,7})\.([\w-]{32,200})$/i

/** The key in an Authorization header, not verified; undefined if the header does not have its form. */
export function readKey(authorization: string | undefined): ShownKey | undefined {
  const [, id, secret] = bearer.exec(authorization ?? '') ?? []
  return id === undefined || secret === undefined
    ? undefined
    : { agencyId: Number(id), keyHash: keyHash(secret) }
}

/** True if the key belongs to the agency it names; notes its use. */
export async function isKeyOfAgent(
  db: OpenDatabase,
  { agencyId, keyHash: shown }: ShownKey,
  now: Date,
  uses: KeyUses,
): Promise<boolean> {
  const [answer] = await query(db.read, findAgencyKeySql, [agencyId])
  if (answer === undefined) return false
  const { key_hash, previous_hash, previous_until, last_used_at } = answer.found
  // In constant time, so that the duration reveals nothing about the key.
  const is = (hex: string): boolean => timingSafeEqual(shown, Buffer.from(hex, 'hex'))
  if (is(key_hash)) {
    const knownAt = last_used_at === null ? null : new Date(last_used_at)
    uses.note(agencyId, { keyHash: shown, at: now, knownAt })
    return true
  }
  const isPreviousTaken = previous_until !== null && now < new Date(previous_until)
  return previous_hash !== null && isPreviousTaken && is(previous_hash)
}
