import { findMixture, findUnseen, nameCharacter, nameMixture, findScript } from './characters.ts'

const maxLength = 254
const form = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

export const usernameSentence = 'User name must be an email address, such as name@example.com.'
export const longUsernameSentence = `User name must be at most ${maxLength} characters.`

/** What an email address may hold besides letters and digits, but for what is markup somewhere. */
const signs = new Set("@.!#$%'*+/=?^_{|}~-")

/** How a new user name is kept: in lower case, and each character in the one form that looks like it (NFKC). */
export function normalizeUsername(typed: string): string {
  // Some capitals only compose with their marks once they are small.
  return typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}

/** True for what may be the user name of somebody who is there already; those may hold what a new one may not. */
export function isUsername(typed: string): boolean {
  const name = typed.trim()
  return name.length <= maxLength && form.test(name) && name.isWellFormed()
}

/**
 * Why nobody new on the staff can have this user name; null when somebody can. It must not look like another one:
 * nothing invisible, no markup, and each part between the dots in one script.
 */
export function whyNotUsername(typed: string): string | null {
  const name = normalizeUsername(typed)
  if (!name.isWellFormed()) return usernameSentence
  const hidden = findUnseen(name)
  if (hidden !== undefined) return `User name must not contain ${nameCharacter(hidden)}.`
  if (name.length > maxLength) return longUsernameSentence
  if (!isUsername(name)) return usernameSentence
  const stray = findStray(name)
  if (stray !== undefined) return `User name must not contain ${nameCharacter(stray)}.`
  for (const part of name.split(/[@.]/)) {
    const mixture = findMixture(part)
    if (mixture !== undefined) return `User name must not mix scripts: ${nameMixture(mixture)}.`
  }
  return null
}

/** The first character that is neither a letter of a script that is written today, nor a mark on one, a digit or a sign. */
function findStray(name: string): string | undefined {
  let before = ''
  for (const character of name) {
    const isPlain = /[a-z0-9]/.test(character) || signs.has(character)
    const isLetter = /\p{L}/u.test(character) && findScript(character) !== undefined
    // A mark on a sign or at the beginning would change the look of what is not a letter.
    const isMark = /\p{M}/u.test(character) && /[\p{L}\p{M}]/u.test(before)
    if (!isPlain && !isLetter && !isMark) return character
    before = character
  }
  return undefined
}
