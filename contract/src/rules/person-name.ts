import { findUnseen, nameCharacter } from './characters.ts'
import { findMixture, nameMixture } from './mixed-scripts.ts'

export const maxPersonName = 100
export const personNameSentence = `Names must be at most ${maxPersonName} characters, without control characters.`

/** How a new person's given or family name is stored. */
export function normalisePersonName(typed: string): string {
  return typed.normalize('NFKC').trim()
}

/** Why a new person cannot have this name; undefined if they can, also for an empty name. */
export function whyNotPersonName(typed: string): string | undefined {
  const name = normalisePersonName(typed)
  if (name.length > maxPersonName || !name.isWellFormed() || /\p{Cc}/u.test(name)) return personNameSentence
  const refused = findUnseen(name) ?? /[<>&"`]/.exec(name)?.[0]
  if (refused !== undefined) return `Names must not contain ${nameCharacter(refused)}.`
  for (const word of name.split(/\s/u)) {
    const mixture = findMixture(word)
    if (mixture !== undefined) return `Names must not mix scripts in a word: ${nameMixture(mixture)}.`
  }
  return undefined
}

/** First and last name, or the username if both are missing (B-24). */
export function fullName(person: { firstName: string; lastName: string; username: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.username
}
