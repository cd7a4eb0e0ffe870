import { hash, randomBytes } from 'node:crypto'

/** Seconds after a rotation in which the previous key is still accepted. */
export const previousKeySeconds = 15 * 60

/** The digest of the secret half of an agency's key, as stored in the database. */
export function keyHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The secret half of a new key. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A key as the agency's software sends it. */
export function wholeKey(agencyId: number, secret: string): string {
  return `${agencyId}.${secret}`
}
