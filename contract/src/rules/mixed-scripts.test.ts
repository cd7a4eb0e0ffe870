import { expect, test } from 'vitest'
import { findMixture, nameMixture } from './mixed-scripts.ts'

test('letters of two scripts are reported, in the order of the word', () => {
  const mixture = findMixture('pаy')
  expect(mixture).toEqual(['p', 'а'])
  expect(nameMixture(mixture ?? ['', ''])).toBe('“p” is Latin, “а” (U+0430) is Cyrillic')
  for (const word of ['pay', 'пай', 'a-1', '', '123']) expect(findMixture(word), word).toBeUndefined()
  for (const word of ['日本語のテスト', '한국漢字', '漢ㄅ']) expect(findMixture(word), word).toBeUndefined()
  expect(findMixture('한テ')).toEqual(['한', 'テ'])
})
