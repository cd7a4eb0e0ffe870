import { describe, expect, test } from 'vitest'
import css from './tokens.css?raw'

type Tokens = Readonly<Record<string, string>>

function block(selector: string): Tokens {
  const body = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? ''] as const),
  )
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['canvas', 'surface', 'subtle', 'row-hover', 'row-selected']

type Pair = [front: string, back: string]

const textPairs: Pair[] = [
  ...['text', 'muted', 'accent', 'danger-text'].flatMap((ink) =>
    grounds.map((ground): Pair => [ink, ground]),
  ),
  ...['ok', 'bad', 'warn', 'info', 'neutral'].flatMap((role): Pair[] => [
    [role, `${role}-tint`],
    [role, 'surface'],
    [role, 'row-hover'],
    [role, 'row-selected'],
    ['text', `${role}-tint`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-bar', 'bar'],
  ['on-snack', 'snack-ok'],
  ['on-snack', 'snack-bad'],
  ['on-tooltip', 'tooltip'],
]

const edgePairs: Pair[] = [
  ...['outline', 'focus'].flatMap((edge) =>
    ['canvas', 'surface', 'subtle'].map((ground): Pair => [edge, ground]),
  ),
  ...[1, 2, 3, 4, 5].map((n): Pair => [`chart-${n}`, 'surface']),
]

describe.each([
  ['light', block(':root')],
  ['dark', block(':root[data-color-scheme="dark"]')],
])('%s colours', (_, tokens) => {
  const value = (name: string) => tokens[name] ?? expect.unreachable(`no token --${name}`)

  test.each(textPairs)('text %s on %s reaches 4.5:1', (ink, ground) => {
    expect(contrast(value(ink), value(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('edge %s on %s reaches 3:1', (edge, ground) => {
    expect(contrast(value(edge ?? ''), value(ground))).toBeGreaterThanOrEqual(3)
  })
})

test('the formula agrees with known values', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
