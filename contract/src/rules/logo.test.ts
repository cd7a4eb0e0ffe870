import { expect, test } from 'vitest'
import { logoSize, logoTexts, whyNotLogo } from './logo.ts'

/** The first 24 bytes of a PNG of this size, followed by `more` bytes. */
function png(width: number, height: number, more = 0): Uint8Array {
  const bytes = Buffer.alloc(24 + more)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test('a PNG of 300 x 150 is a logo, wherever in memory its bytes lie', () => {
  expect(whyNotLogo(png(300, 150))).toBeUndefined()
  const among = Buffer.concat([Buffer.from('before'), png(300, 150)])
  expect(whyNotLogo(new Uint8Array(among.buffer, among.byteOffset + 6, 24))).toBeUndefined()
})

test.each([
  [299, 150],
  [300, 151],
  [150, 300],
])('one of %i x %i has the wrong size', (width, height) => {
  expect(whyNotLogo(png(width, height))).toBe('Invalid image size. Image must be 300 x 150.')
})

test('what does not begin like a PNG, or ends within its header, is no image', () => {
  const whole = png(300, 150)
  for (let at = 0; at < 16; at += 1) {
    const other = Uint8Array.from(whole, (byte, place) => (place === at ? byte ^ 1 : byte))
    expect(whyNotLogo(other), `byte ${at}`).toBe('Invalid file type. Must be an image.')
  }
  for (const length of [0, 16, 23]) expect(whyNotLogo(whole.slice(0, length))).toBe(logoTexts.notImage)
})

test('a megabyte is allowed, a byte more is not; what is no logo of any length is called that first', () => {
  expect(logoSize.bytes).toBe(1_048_576)
  expect(whyNotLogo(png(300, 150, logoSize.bytes - 24))).toBeUndefined()
  expect(whyNotLogo(png(300, 150, logoSize.bytes - 23))).toBe('The logo must be at most 1 MB.')
  expect(whyNotLogo(png(300, 151, logoSize.bytes))).toBe(logoTexts.wrongSize)
  expect(whyNotLogo(new Uint8Array(logoSize.bytes + 1))).toBe(logoTexts.notImage)
})
