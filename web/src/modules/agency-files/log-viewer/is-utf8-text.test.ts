import { expect, test } from 'vitest'
import { isUtf8Text } from './is-utf8-text.ts'

const readAsUtf8 = (text: string, encoding: BufferEncoding): string[] =>
  Buffer.from(text, encoding).toString('utf8').split('\n')

test.each([
  ['utf8', '日本 Größe 😀\n', true],
  ['latin1', 'all ascii\n', true],
  ['latin1', 'first\nGröße\n', false],
  ['utf16le', 'first\n', false],
  ['utf16le', '\ufeff日本\n', false],
] as const)('a log written as %s: %j', (encoding, text, isText) => {
  expect(isUtf8Text(readAsUtf8(text, encoding))).toBe(isText)
})

test('a log without lines is text', () => {
  expect(isUtf8Text([])).toBe(true)
})
