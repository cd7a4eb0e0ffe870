import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyRing } from '../../settings/key-ring.ts'
import { decodeToken, encodeToken } from './token.ts'

const ring = (...keys: number[]) =>
  new KeyRing(
    'CERTIFICATE_KEY',
    keys.map((byte) => Buffer.alloc(32, byte)),
  )
const content = { agencyId: 99_999_999, clientId: '00004711', issued: new Date('2026-11-20T09:00:00.123Z') }

test('[MKT-56] a token is AES-256-GCM with a version byte in base64url, and says what went in', () => {
  const token = encodeToken(ring(1), content)
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(Buffer.from(token, 'base64url')[0]).toBe(1)
  expect(decodeToken(ring(1), token)).toEqual(content)
  expect(encodeToken(ring(1), content)).not.toBe(token)
})

test('[MKT-56] one changed character is refused, wherever it stands', () => {
  const token = encodeToken(ring(1), content)
  for (let at = 0; at < token.length; at += 1)
    for (const other of 'AQgwz-_') {
      if (token[at] === other) continue
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(decodeToken(ring(1), changed), `${at} ${other}`).toBeUndefined()
    }
  for (const cut of [token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`])
    expect(decodeToken(ring(1), cut)).toBeUndefined()
})

test('[MKT-56] a token of another key or another version is refused; one of an old key is read while that stays', () => {
  const token = encodeToken(ring(1), content)
  expect(decodeToken(ring(2), token)).toBeUndefined()
  expect(decodeToken(ring(2, 1), token)).toEqual(content)
  expect(decodeToken(ring(1), encodeToken(ring(2, 1), content))).toBeUndefined()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), nonce)
  cipher.setAAD(Buffer.from([2]))
  const sealed = Buffer.concat([cipher.update(Buffer.alloc(16)), cipher.final()])
  const other = Buffer.concat([Buffer.from([2]), nonce, cipher.getAuthTag(), sealed])
  expect(decodeToken(ring(1), other.toString('base64url'))).toBeUndefined()
})

test('[MKT-57] a token is found in a url of any host, as the last part of its path or as token of its query', () => {
  const token = encodeToken(ring(1), content)
  for (const url of [
    ` ${token}\n`,
    `\u200b${token}\u200b`,
    `https://certificates.example/${token}`,
    `https://certificates.example/c/${token}/?from=mail#top`,
    `http://169.254.169.254/${token}`,
    `https://any.example/view?x=1&token=${token}`,
    `certificates.example/${token}`,
  ])
    expect(decodeToken(ring(1), url), url).toEqual(content)
  for (const foreign of ['', ' ', '%%%%', 'http://169.254.169.254/', 'https://[', '\0', 'x'.repeat(2000)])
    expect(decodeToken(ring(1), foreign), foreign).toBeUndefined()
})
