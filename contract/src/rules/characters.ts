/** Scripts in modern use (UAX #31, table 5). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((name) => ({ name, has: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** A Japanese, Korean or Chinese word may combine these scripts; any other word uses one (UTS #39). */
const writtenTogether = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]

/** Control and format characters, and others that are invisible or have no defined appearance. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The script of a letter; undefined for a character of several scripts, or of none in the list. */
export function findScript(character: string): string | undefined {
  return scripts.find(({ has }) => has.test(character))?.name
}

/** The first character that is invisible or has no defined appearance; undefined without one. */
export function findUnseen(text: string): string | undefined {
  return unseen.exec(text)?.[0]
}

/** The first two letters of a word whose scripts do not belong together; undefined without such. */
export function findMixture(word: string): readonly [one: string, other: string] | undefined {
  const letters = Array.from(word).filter((character) => findScript(character) !== undefined)
  const [first = ''] = letters
  const seen = new Set<string>()
  return letters
    .map((letter) => [first, letter] as const)
    .find(([, letter]) => {
      seen.add(findScript(letter) ?? '')
      const isTogether = writtenTogether.some((set) => [...seen].every((script) => set.includes(script)))
      return seen.size > 1 && !isTogether
    })
}

/** A character for a sentence: itself if visible, and its code point if it is not plain ASCII. */
export function nameCharacter(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  if (findUnseen(character) !== undefined) return `the invisible character ${number}`
  if (/\p{M}/u.test(character)) return `the mark ${number}`
  return /[!-~]/.test(character) ? `“${character}”` : `“${character}” (${number})`
}

/** Why a text that must be visible is refused, as a sentence about `what`; undefined if every character is visible. */
export function whyUnseen(what: string, text: string): string | undefined {
  const character = findUnseen(text)
  return character === undefined ? undefined : `${what} must not contain ${nameCharacter(character)}.`
}

/** Two letters of different scripts, for a sentence: `“а” (U+0430) is Cyrillic, “d” is Latin`. */
export function nameMixture([one, other]: readonly [string, string]): string {
  return `${nameCharacter(one)} is ${findScript(one)}, ${nameCharacter(other)} is ${findScript(other)}`
}
