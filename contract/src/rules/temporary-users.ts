/** Characters of generated initials, in the order they are tried. */
export const initialsAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const initialsLength = 3
const signs = initialsAlphabet.length

/** Hours a temporary user may last; the first is the default (spec-001 §9). */
export const temporaryHours = [2, 8, 24, 72] as const
export type TemporaryHours = (typeof temporaryHours)[number]

const hourMs = 3_600_000
/** How far the clocks of browser and server may be apart (B-25). */
const toleranceMs = 5 * 60_000

/** Expired temporary users are shown, and keep their initials, for so many days (B-25). */
export const expiredShownDays = 30

/** Texts of the form (spec-001 §5), the first to the letter. */
export const temporaryUserTexts = {
  initialsRequired: 'THis field is required',
  passwordRequired: 'This field is required',
  notInitials: 'Initials are 3 characters from 0-9 and A-Z, with dashes in front.',
  noneLeft: 'Unable to generate any more users.',
  noInitials: 'N/A',
} as const

/** The initials of up to three characters, filled with dashes in front. */
function padded(characters: string): string {
  return characters.padStart(initialsLength, '-')
}

/** True for three characters as they are generated. */
export function isInitials(text: string): boolean {
  return /^(?:--[0-9A-Z]|-[0-9A-Z]{2}|[0-9A-Z]{3})$/.test(text)
}

/**
 * The first free initials: of one character, then of two, then of three. One and two are taken when a user name
 * with a dash has them, three when a user name is them; case does not count. Undefined when none is left.
 */
export function nextInitials(usernames: Iterable<string>): string | undefined {
  const names = new Set([...usernames].map((name) => name.toUpperCase()))
  const dashed = new Set(
    [...names].filter((name) => name.includes('-')).map((name) => name.replaceAll('-', '')),
  )
  for (let length = 1; length <= initialsLength; length += 1) {
    const taken = length < initialsLength ? dashed : names
    for (let at = 0; at < signs ** length; at += 1) {
      // In base 36 the digits stand before the letters, as in the alphabet.
      const characters = at.toString(signs).toUpperCase().padStart(length, '0')
      if (!taken.has(characters)) return padded(characters)
    }
  }
  return undefined
}

/** A whole number from 0 up to, not including, `below`, all equally likely. */
export type RandomBelow = (below: number) => number

const passwordKinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#$%&*+-=?@^_']
const generatedLength = 16
const minPassword = 8
const maxPassword = 128

function pick(from: string, random: RandomBelow): string {
  return from.charAt(random(from.length))
}

/** A password of 16 characters with at least one of each kind, none of which look alike. */
export function generateTemporaryPassword(random: RandomBelow): string {
  const all = passwordKinds.join('')
  const password = passwordKinds.map((kind) => pick(kind, random))
  while (password.length < generatedLength) password.push(pick(all, random))
  // Fisher and Yates: every order is equally likely.
  for (let at = password.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    const sign = password[at] ?? ''
    password[at] = password[other] ?? ''
    password[other] = sign
  }
  return password.join('')
}

/** Evenly spread numbers out of random 32-bit words: words beyond the last full round are thrown away. */
export function evenly(word: () => number): RandomBelow {
  const words = 2 ** 32
  return (below) => {
    const rounds = words - (words % below)
    for (;;) {
      const drawn = word()
      if (drawn < rounds) return drawn % below
    }
  }
}

/** Why a text cannot be the password of a temporary user, as a sentence; undefined when it can. */
export function whyNotTemporaryPassword(text: string): string | undefined {
  if (text.length < minPassword) return `Password must be at least ${minPassword} characters.`
  if (text.length > maxPassword) return `Password must be at most ${maxPassword} characters.`
  if (!text.isWellFormed() || /\p{Cc}/u.test(text)) return 'Password must not hold control characters.'
  const lacks = [/\p{Lu}/u, /\p{Ll}/u, /[0-9]/, /[^\p{L}\p{N}\s]/u].some((kind) => !kind.test(text))
  return lacks
    ? 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'
    : undefined
}

/** Why a text cannot be initials, as a sentence; undefined when it can. */
export function whyNotInitials(text: string): string | undefined {
  return isInitials(text) ? undefined : temporaryUserTexts.notInitials
}

/** The instant so many hours after another, as the wire carries it. */
export function expiresOn(now: Date, hours: TemporaryHours): string {
  return new Date(now.getTime() + hours * hourMs).toISOString()
}

/** The choice of hours an end stands for at an instant, or undefined when it fits none within five minutes. */
export function hoursUntil(end: string, now: Date): TemporaryHours | undefined {
  const ms = Date.parse(end) - now.getTime()
  return temporaryHours.find((hours) => Math.abs(ms - hours * hourMs) <= toleranceMs)
}
