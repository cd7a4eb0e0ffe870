import { readFileSync } from 'node:fs'

/** Why a password is not accepted. */
export type PasswordProblem = 'tooShort' | 'tooShortWithFactor' | 'tooLong' | 'isUsername' | 'tooCommon'

const minLength = 15
const minWithFactor = 8
const maxLength = 256

const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s*\n/),
)

/** Words that an attacker would combine first for this product. */
const ownWords =
  /^(?:agency|agencies|support|console|insurance|staff|admin|administrator|password|passwort|passphrase|secret|login|signin|welcome|letmein|change|changeme|please|temp|temporary|default|test|user|my|the|is|this|a|our|new)+$/

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']
const neighbours = new Set(
  keyboardRows.flatMap((row) => toPairs(row).flatMap((pair) => [pair, reversed(pair)])),
)

const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Why this password is not accepted; undefined if it is. Length is counted in code points. The text is used exactly as
 * given, without Unicode normalisation, so composed and decomposed letters differ.
 */
export function whyNotPassword(
  text: string,
  person: { username: string; secondFactor: boolean },
): PasswordProblem | undefined {
  const length = Array.from(text).length
  if (length > maxLength) return 'tooLong'
  if (person.secondFactor && length < minWithFactor) return 'tooShortWithFactor'
  if (!person.secondFactor && length < minLength) return 'tooShort'
  const lower = text.toLowerCase()
  const username = person.username.trim().toLowerCase()
  if (lower.trim() === username || lower.trim() === username.split('@')[0]) return 'isUsername'
  return isCommon(lower) ? 'tooCommon' : undefined
}

function isCommon(lower: string): boolean {
  const texts = [lower, toCore(lower)]
  return [...texts, ...texts.map(withoutLeet)].some(isKnown) || isRepeat(lower) || isRun(lower)
}

/** A common password or the product's own words, ignoring digits and signs around or between them. */
function isKnown(text: string): boolean {
  const letters = text.replace(/[^\p{L}]+/gu, '')
  return common.has(text) || common.has(toCore(text)) || common.has(letters) || ownWords.test(letters)
}

function toCore(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
}

function withoutLeet(text: string): string {
  return text.replace(/[@4310!$57]/g, (sign) => leet[sign] ?? sign)
}

/** One short piece repeated, or very few different characters. */
function isRepeat(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,6}?)\1+.{0,5}$/su.test(text)
}

/** Mostly neighbours on the keyboard or in the alphabet, such as qwertyuiop12345. */
function isRun(text: string): boolean {
  const pairs = toPairs(text)
  const steps = pairs.filter((pair) => neighbours.has(pair)).length
  return steps >= pairs.length * 0.75
}

function toPairs(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('')
}
