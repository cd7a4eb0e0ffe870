import { expect, test } from 'vitest'
import { attachmentName } from './attachment-name.ts'

test.each([
  ['attachment; filename="error.log"', 'error.log'],
  ['attachment; filename=error.log', 'error.log'],
  ['attachment; filename="with \\"quotes\\" and ; semicolon.log"', 'with "quotes" and ; semicolon.log'],
  [`attachment; filename="fallback.log"; filename*=UTF-8''%E2%82%AC%20rates.log`, '€ rates.log'],
  [`attachment; filename*=utf-8'en'a%20b.log`, 'a b.log'],
  [`attachment; filename="fallback.log"; filename*=UTF-8''%ZZ`, 'fallback.log'],
  ['attachment', 'download'],
  ['attachment; filename=""', 'download'],
  ['', 'download'],
  [null, 'download'],
])('the name in %j is %s', (header, name) => {
  expect(attachmentName(header)).toBe(name)
})
