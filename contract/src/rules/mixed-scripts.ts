import { nameCharacter } from './characters.ts'

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

/** The script of a letter; undefined for a character of several scripts, or of none in the list. */
export function findScript(character: string): string | undefined {
  return scripts.find(({ has }) => has.test(character))?.name
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

/** Two letters of different scripts, for a sentence: `“а” (U+0430) is Cyrillic, “d” is Latin`. */
export function nameMixture([one, other]: readonly [string, string]): string {
  return `${nameCharacter(one)} is ${findScript(one)}, ${nameCharacter(other)} is ${findScript(other)}`
}
