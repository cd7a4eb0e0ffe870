import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../lib/derived-key.ts'
import type { KeyRing } from '../../settings/key-ring.ts'
import { handshakeSeconds } from './limits.ts'

interface Negotiated {
  connectionId: string
  agencyId: number
  /** Time of the negotiation. */
  now: Date
}

const pattern = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/

/** The token with which a client opens its negotiated connection, at any process. */
export function makeConnectionToken({ connectionId, agencyId, now }: Negotiated, keys: KeyRing): string {
  const expires = now.getTime() + handshakeSeconds * 1_000
  return `${connectionId}.${expires}.${sign(keys.newest.key, connectionId, agencyId, expires).toString('base64url')}`
}

/** The id and expiry in a token that we made for this agency; undefined if it is invalid or expired. */
export function readConnectionToken(
  token: string,
  { agencyId, now }: Omit<Negotiated, 'connectionId'>,
  keys: KeyRing,
): { connectionId: string; expires: number } | undefined {
  const [, connectionId = '', expiry = '', signature = ''] = pattern.exec(token) ?? []
  const expires = Number(expiry)
  if (connectionId === '' || expires <= now.getTime()) return undefined
  const shown = Buffer.from(signature, 'base64url')
  const isOurs = keys.all.some(({ key }) =>
    timingSafeEqual(sign(key, connectionId, agencyId, expires), shown),
  )
  return isOurs ? { connectionId, expires } : undefined
}

function sign(secretKey: Buffer, connectionId: string, agencyId: number, expires: number): Buffer {
  const key = deriveKey(secretKey, 'texting hub connection')
  return createHmac('sha256', key).update(`${connectionId} ${agencyId} ${expires}`).digest()
}
