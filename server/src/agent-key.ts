import { hash, randomBytes } from 'node:crypto'

/** After a rotation the key before it is taken this long. */
export const previousKeySeconds = 15 * 60

/** What the database keeps of the secret half of an agency's key. */
export function keyHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The secret half of a new key. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A key as the agency's software shows it. */
export function wholeKey(agencyId: number, secret: string): string {
  return `${agencyId}.${secret}`
}
