import { timingSafeEqual } from 'node:crypto'
import { keyHash } from '../agent-key.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type AsJson, query, type Row, statement } from '../db/query.ts'

type KeyRow = AsJson<Row<'agency_key', 'key_hash' | 'previous_hash' | 'previous_until'>>

// One JSON value: the driver takes several times as long over dates and bytes.
const findAgencyKeySql = statement<[agencyId: number], { found: KeyRow }>(
  'find_agency_key',
  `select json_build_object('key_hash', encode(key_hash, 'hex'),
  'previous_hash', encode(previous_hash, 'hex'), 'previous_until', previous_until) as found
from agency_key where agency_id = $1`,
  { byKey: true },
)

/** What an agency's software shows: `{agencyId}.{secret}`, the secret at least 32 characters fit for an address. */
const bearer = /^Bearer +([1-9]\d{0,7})\.([\w-]{32,200})$/i

/** The agency whose key stands in an Authorization header; null for an unknown one. */
export async function findAgent(
  db: OpenDatabase,
  authorization: string | undefined,
  now: Date,
): Promise<number | null> {
  const [, id, secret] = bearer.exec(authorization ?? '') ?? []
  if (id === undefined || secret === undefined) return null
  const [answer] = await query(db.read, findAgencyKeySql, [Number(id)])
  return answer !== undefined && fits(answer.found, secret, now) ? Number(id) : null
}

function fits({ key_hash, previous_hash, previous_until }: KeyRow, secret: string, now: Date): boolean {
  const shown = keyHash(secret)
  // Digests have one length, so the comparison tells nothing about the key.
  const is = (hex: string): boolean => timingSafeEqual(shown, Buffer.from(hex, 'hex'))
  if (is(key_hash)) return true
  return (
    previous_hash !== null && previous_until !== null && now < new Date(previous_until) && is(previous_hash)
  )
}
