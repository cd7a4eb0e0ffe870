// Control and format characters: bidi marks, zero-width characters, soft hyphens. Tabs and line ends are layout.
const hidden = /[\p{Cf}\p{Cc}]/gu
const hiddenOrLayout = /[\p{Cf}\p{Cc}]/u
const layout = new Set(['\t', '\n', '\r'])

/** True for text that can be stored and displayed: no lone surrogates, no control characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/** True for text with a character that is invisible or reorders others, including line ends and tabs. */
export function hasHiddenCharacters(text: string): boolean {
  return hiddenOrLayout.test(text)
}

/** The text with `[U+202E]` in place of each invisible character; tabs and line ends stay. */
export function showHiddenCharacters(text: string): string {
  return text.replace(hidden, (character) =>
    layout.has(character)
      ? character
      : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
