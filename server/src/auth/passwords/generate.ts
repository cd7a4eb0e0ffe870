import { randomInt } from 'node:crypto'

// Without characters that look alike, for it is read out or typed over.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password for somebody else: 20 characters, about 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
