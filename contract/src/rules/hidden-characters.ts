import { nameCodePoint, unseen } from './characters.ts'

// After a sign that is also a letter, such as the heart U+2764, U+FE0F can be seen: it makes it the coloured one.
const colouredSign = '(?![\\p{Emoji_Presentation}!-~])\\p{Emoji}\\uFE0F'
const hidden = new RegExp(`(${colouredSign}|[\\t\\n\\r])|${unseen.source}`, 'gu')

/** True for text that can be stored and displayed: no lone surrogates, no control characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** True for text with a character that controls others: that reorders, joins or parts them, or ends a line. */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cf}\p{Cc}]/u.test(text)
}

/** The text with `[U+202E]` in place of each character that cannot be seen; tabs and line ends stay. */
export function showHiddenCharacters(text: string): string {
  return text.replace(hidden, (character, kept?: string) => kept ?? `[${nameCodePoint(character)}]`)
}
