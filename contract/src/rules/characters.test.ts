import { expect, test } from 'vitest'
import { findUnseen, nameCharacter } from './characters.ts'

test.each([
  ['a', '“a”'],
  ['~', '“~”'],
  ['é', '“é” (U+00E9)'],
  ['\u0301', 'the mark U+0301'],
  ['\u200b', 'the invisible character U+200B'],
  ['😀', '“😀” (U+1F600)'],
])('%j is named %s', (character, name) => {
  expect(nameCharacter(character)).toBe(name)
})

test('a text of visible characters has no unseen one', () => {
  expect(findUnseen('plain')).toBeUndefined()
})
