/**
 * Control and format characters, blank letters such as the Hangul filler U+3164, and others that are invisible or have
 * no defined appearance.
 */
export const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The first character that is invisible or has no defined appearance; undefined without one. */
export function findUnseen(text: string): string | undefined {
  return unseen.exec(text)?.[0]
}

/** The code point of a character: `U+202E`. */
export const nameCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A character for a sentence: itself if visible, and its code point if it is not plain ASCII. */
export function nameCharacter(character: string): string {
  const number = nameCodePoint(character)
  if (findUnseen(character) !== undefined) return `the invisible character ${number}`
  if (/\p{M}/u.test(character)) return `the mark ${number}`
  return /[!-~]/.test(character) ? `“${character}”` : `“${character}” (${number})`
}

/** Why a text that must be visible is refused, as a sentence about `what`; undefined if every character is visible. */
export function whyUnseen(what: string, text: string): string | undefined {
  const character = findUnseen(text)
  return character === undefined ? undefined : `${what} must not contain ${nameCharacter(character)}.`
}
