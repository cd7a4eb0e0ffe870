import { nameCharacter, whyUnseen } from './characters.ts'
import { findMixture, findScript, nameMixture } from './mixed-scripts.ts'

const maxLength = 254
const form = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

export const usernameSentence = 'User name must be an email address, such as name@example.com.'
export const longUsernameSentence = `User name must be at most ${maxLength} characters.`

/** Characters allowed in email addresses besides letters and digits, without those used as markup. */
const signs = new Set("@.!#$%'*+/=?^_{|}~-")

/** How a new username is stored: in lower case and in compatibility form (NFKC). */
export function normaliseUsername(typed: string): string {
  // Some capitals compose with their marks only in lower case.
  return typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}

/** True for a possible username of an existing person, which may contain characters that a new one may not. */
export function isUsername(typed: string): boolean {
  const name = typed.trim()
  return name.length <= maxLength && form.test(name) && name.isWellFormed()
}

/**
 * Why a new person cannot have this username; undefined if they can. It must not be confusable with another one: nothing
 * invisible, no markup, and each part between dots in one script.
 */
export function whyNotUsername(typed: string): string | undefined {
  const name = normaliseUsername(typed)
  if (!name.isWellFormed()) return usernameSentence
  const hidden = whyUnseen('User name', name)
  if (hidden !== undefined) return hidden
  if (name.length > maxLength) return longUsernameSentence
  if (!isUsername(name)) return usernameSentence
  const stray = findStray(name)
  if (stray !== undefined) return `User name must not contain ${nameCharacter(stray)}.`
  for (const part of name.split(/[@.]/)) {
    const mixture = findMixture(part)
    if (mixture !== undefined) return `User name must not mix scripts: ${nameMixture(mixture)}.`
  }
  return undefined
}

/** The first character that is neither a letter of a modern script, nor a mark on one, a digit or an allowed sign. */
function findStray(name: string): string | undefined {
  let before = ''
  for (const character of name) {
    const isPlain = /[a-z0-9]/.test(character) || signs.has(character)
    const isLetter = /\p{L}/u.test(character) && findScript(character) !== undefined
    // A mark at the beginning or on a sign would change how a non-letter looks.
    const isMark = /\p{M}/u.test(character) && /[\p{L}\p{M}]/u.test(before)
    if (!isPlain && !isLetter && !isMark) return character
    before = character
  }
  return undefined
}
