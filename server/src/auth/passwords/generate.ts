import { randomInt } from 'node:crypto'

// Without characters that look alike, because people read it aloud or retype it.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password made for somebody else: 20 characters, about 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
