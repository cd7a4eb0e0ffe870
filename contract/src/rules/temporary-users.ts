/** Characters of generated initials, in the order in which they are tried. */
export const initialsAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const initialsLength = 3
const signs = initialsAlphabet.length

/** Possible lifetimes in hours of a temporary user; the first is the default (spec-001 §9). */
export const temporaryHours = [2, 8, 24, 72] as const
export type TemporaryHours = (typeof temporaryHours)[number]

const hourMs = 3_600_000
/** Allowed difference between the clocks of browser and server (B-25). */
const toleranceMs = 5 * 60_000

/** Days for which expired temporary users are shown and keep their initials (B-25). */
export const expiredShownDays = 30

/** Texts of the form (spec-001 §5); the first is quoted literally. */
export const temporaryUserTexts = {
  initialsRequired: 'THis field is required',
  passwordRequired: 'This field is required',
  notInitials: 'Initials are 3 characters from 0-9 and A-Z, with dashes in front.',
  noneLeft: 'Unable to generate any more users.',
  noInitials: 'N/A',
} as const

/** Initials of up to three characters, left-padded with dashes. */
function padded(characters: string): string {
  return characters.padStart(initialsLength, '-')
}

/** True for three characters in the generated form. */
export function isInitials(text: string): boolean {
  return /^(?:--[0-9A-Z]|-[0-9A-Z]{2}|[0-9A-Z]{3})$/.test(text)
}

/**
 * The first free initials: of one character, then two, then three. Those of one and two are taken if a username equals
 * them with dashes, those of three if a username equals them; case is ignored. Undefined if none is left.
 */
export function nextInitials(usernames: Iterable<string>): string | undefined {
  const names = new Set([...usernames].map((name) => name.toUpperCase()))
  const dashed = new Set(
    [...names].filter((name) => name.includes('-')).map((name) => name.replaceAll('-', '')),
  )
  for (let length = 1; length <= initialsLength; length += 1) {
    const taken = length < initialsLength ? dashed : names
    for (let at = 0; at < signs ** length; at += 1) {
      // In base 36, digits come before letters, as in the alphabet.
      const characters = at.toString(signs).toUpperCase().padStart(length, '0')
      if (!taken.has(characters)) return padded(characters)
    }
  }
  return undefined
}

/** Returns a uniformly distributed whole number from 0 up to, excluding, `below`. */
export type RandomBelow = (below: number) => number

const passwordKinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#$%&*+-=?@^_']
const generatedLength = 16
const minPassword = 8
const maxPassword = 128

function pick(from: string, random: RandomBelow): string {
  return from.charAt(random(from.length))
}

/** A password of 16 characters with at least one of each kind, without characters that look alike. */
export function generateTemporaryPassword(random: RandomBelow): string {
  const all = passwordKinds.join('')
  const password = passwordKinds.map((kind) => pick(kind, random))
  while (password.length < generatedLength) password.push(pick(all, random))
  // Fisher-Yates shuffle.
  for (let at = password.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    const sign = password[at] ?? ''
    password[at] = password[other] ?? ''
    password[other] = sign
  }
  return password.join('')
}

/** Uniform numbers from random 32-bit words; words above the last multiple of `below` are rejected. */
export function toRandomBelow(word: () => number): RandomBelow {
  const words = 2 ** 32
  return (below) => {
    const rounds = words - (words % below)
    for (;;) {
      const drawn = word()
      if (drawn < rounds) return drawn % below
    }
  }
}

/** Why a text cannot be a temporary user's password, as a sentence; undefined if it can. */
export function whyNotTemporaryPassword(text: string): string | undefined {
  if (text.length < minPassword) return `Password must be at least ${minPassword} characters.`
  if (text.length > maxPassword) return `Password must be at most ${maxPassword} characters.`
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return 'Password must not hold control characters.'
  const lacks = [/\p{Lu}/u, /\p{Ll}/u, /[0-9]/, /[^\p{L}\p{N}\s]/u].some((kind) => !kind.test(text))
  return lacks
    ? 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'
    : undefined
}

/** Why a text cannot be initials, as a sentence; undefined if it can. */
export function whyNotInitials(text: string): string | undefined {
  return isInitials(text) ? undefined : temporaryUserTexts.notInitials
}

/** The instant this many hours later, in wire form. */
export function expiresOn(now: Date, hours: TemporaryHours): string {
  return new Date(now.getTime() + hours * hourMs).toISOString()
}

/** The lifetime in hours that an end means at an instant; undefined if none fits within five minutes. */
export function hoursUntil(end: string, now: Date): TemporaryHours | undefined {
  const ms = Date.parse(end) - now.getTime()
  return temporaryHours.find((hours) => Math.abs(ms - hours * hourMs) <= toleranceMs)
}
