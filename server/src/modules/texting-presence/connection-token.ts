import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../derived-key.ts'
import type { KeyRing } from '../../key-ring.ts'
import { handshakeSeconds } from './limits.ts'

interface Negotiated {
  connectionId: string
  agencyId: number
  /** When it was negotiated. */
  now: Date
}

const pattern = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/

/** What a client shows to open the connection that it negotiated, with whichever process. */
export function makeConnectionToken({ connectionId, agencyId, now }: Negotiated, keys: KeyRing): string {
  const expires = now.getTime() + handshakeSeconds * 1_000
  return `${connectionId}.${expires}.${sign(keys.newest.key, connectionId, agencyId, expires).toString('base64url')}`
}

/** The id and the end of a token that this product made for that agency; undefined for one that is over or is none. */
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
