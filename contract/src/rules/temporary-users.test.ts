import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  toRandomBelow,
  expiresOn,
  generateTemporaryPassword,
  hoursUntil,
  initialsAlphabet,
  isInitials,
  nextInitials,
  temporaryHours,
  whyNotInitials,
  whyNotTemporaryPassword,
} from './temporary-users.ts'

/** The initials that result from repeatedly taking the next free ones. */
function inTurn(count: number, taken: readonly string[] = []): string[] {
  const names = [...taken]
  for (let made = 0; made < count; made += 1) names.push(nextInitials(names) ?? 'none')
  return names.slice(taken.length)
}

const signs = Array.from(initialsAlphabet)
const sign = fc.constantFrom(...signs)
const name = fc.oneof(
  fc.tuple(sign).map(([a]) => `--${a}`),
  fc.tuple(sign, sign).map(([a, b]) => `-${a}${b}`),
  fc.tuple(sign, sign, sign).map((three) => three.join('')),
  fc.string({ maxLength: 5 }),
)

describe('initials', () => {
  test('[TEMPUSER-07] one character first, then two, then three, digits before letters, dashes in front', () => {
    const first = inTurn(38)
    expect(first.slice(0, 11)).toEqual(signs.slice(0, 11).map((one) => `--${one}`))
    expect(first.slice(35)).toEqual(['--Z', '-00', '-01'])
    const ones = signs.map((one) => `--${one}`)
    const twos = signs.flatMap((a) => signs.map((b) => `-${a}${b}`))
    expect(nextInitials([...ones, ...twos])).toBe('000')
    expect(nextInitials([...ones, ...twos, '000', '001'])).toBe('002')
  })

  test('[TEMPUSER-08] only names with a dash take initials of one and two characters, whatever their case', () => {
    expect(nextInitials(['0', '1', '00', 'ABC'])).toBe('--0')
    expect(nextInitials(['--0', '1--', '-2-'])).toBe('--3')
    const ones = signs.map((one) => `--${one.toLowerCase()}`)
    expect(nextInitials([...ones, '-00', '0-1'])).toBe('-02')
  })

  test('[TEMPUSER-08] what is generated is never taken, and always of the form that is accepted', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 300 }), (names) => {
        const made = nextInitials(names)
        expect(made).toSatisfy(isInitials)
        const taken = names.map((one) => one.toUpperCase())
        expect(taken).not.toContain(made)
        expect(taken.filter((one) => one.includes('-')).map((one) => one.replaceAll('-', ''))).not.toContain(
          made?.replaceAll('-', ''),
        )
      }),
    )
  })

  test('[TEMPUSER-09] 36 + 1,296 + 46,656 of them, then none', () => {
    const all = signs
    const twos = all.flatMap((a) => all.map((b) => a + b))
    const threes = twos.flatMap((start) => all.map((c) => start + c))
    const names = [...all.map((one) => `--${one}`), ...twos.map((two) => `-${two}`), ...threes]
    expect(names).toHaveLength(47_988)
    expect(nextInitials(names)).toBeUndefined()
    expect(nextInitials(names.slice(0, -1))).toBe('ZZZ')
    expect(names.every((one) => whyNotInitials(one) === undefined)).toBe(true)
  })

  test.each(['', '-', '---', 'AB', 'A--', '-A-', 'abc', 'ÄBC', 'ABCD', '-1'])('%j is refused', (text) => {
    expect(whyNotInitials(text)).toBe('Initials are 3 characters from 0-9 and A-Z, with dashes in front.')
  })
})

describe('passwords', () => {
  test('[TEMPUSER-10] at least 8 characters with one of each kind, whatever the numbers drawn', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const made = generateTemporaryPassword((below) => (numbers.next().value as number) % below)
        expect(made).toHaveLength(16)
        expect(whyNotTemporaryPassword(made)).toBeUndefined()
        for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(made).toMatch(kind)
      }),
    )
  })

  test('every sign is equally likely at every place', () => {
    let state = 1
    const word = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return (state ^ (state >>> 15)) >>> 0
    }
    const digits = Array.from({ length: 16 }, () => 0)
    for (let round = 0; round < 4_000; round += 1)
      for (const [at, one] of Array.from(generateTemporaryPassword(toRandomBelow(word))).entries())
        if (/[0-9]/.test(one)) digits[at] = (digits[at] ?? 0) + 1
    const mean = digits.reduce((sum, count) => sum + count, 0) / digits.length
    for (const count of digits) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean))
  })

  test('words beyond the last full round are thrown away, so that none is likelier', () => {
    const drawn = [2 ** 32 - 1, 2 ** 32 - 6, 11]
    expect(toRandomBelow(() => drawn.shift() ?? 0)(10)).toBe(1)
    expect(drawn).toEqual([])
    expect(toRandomBelow(() => 2 ** 32 - 1)(2)).toBe(1)
  })

  test.each([
    ['Aa1!aaa', 'Password must be at least 8 characters.'],
    ['', 'Password must be at least 8 characters.'],
    ['aaaaaa1!', 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'],
    ['AAAAAA1!', 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'],
    ['AaAaAaA!', 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'],
    ['AaAaAaA1', 'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.'],
    ['Aa1!\0aaaa', 'Password must not hold control characters.'],
    [`Aa1!${'x'.repeat(125)}`, 'Password must be at most 128 characters.'],
  ])('[TEMPUSER-10] %j is refused', (password, sentence) => {
    expect(whyNotTemporaryPassword(password)).toBe(sentence)
  })
})

test('[TEMPUSER-10] a password may have 8 to 128 characters', () => {
  for (const filling of [4, 124])
    expect(whyNotTemporaryPassword(`Aa1!${'x'.repeat(filling)}`)).toBeUndefined()
})

describe('duration', () => {
  test('[TEMPUSER-11] [TEMPUSER-14] 2, 8, 24 or 72 hours from now, two by default, give or take five minutes', () => {
    expect(temporaryHours).toEqual([2, 8, 24, 72])
    expect(expiresOn(new Date('2026-11-21T08:15:00Z'), 2)).toBe('2026-11-21T10:15:00.000Z')
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.constantFrom(...temporaryHours),
        fc.integer({ min: -400, max: 400 }),
        (now, hours, seconds) => {
          const end = new Date(Date.parse(expiresOn(now, hours)) + seconds * 1_000).toISOString()
          expect(hoursUntil(end, now)).toBe(Math.abs(seconds) <= 300 ? hours : undefined)
        },
      ),
    )
  })

  test('five minutes to the millisecond are within', () => {
    const now = new Date('2026-11-21T08:15:00Z')
    expect(hoursUntil('2026-11-21T10:20:00.000Z', now)).toBe(2)
    expect(hoursUntil('2026-11-21T10:20:00.001Z', now)).toBeUndefined()
  })
})
