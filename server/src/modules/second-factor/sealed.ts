import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Each use gets a key of its own, so that what is made for one says nothing about another. */
function keyFor(secretKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', use, 32))
}

/** Encrypts a person's secret for the database; in another person's row it cannot be opened. */
export function seal(secretKey: Buffer, staffId: number, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secretKey, 'totp'), nonce)
  cipher.setAAD(Buffer.from(String(staffId)))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` made; throws when the key, the person or a byte is another. */
export function unseal(secretKey: Buffer, staffId: number, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secretKey, 'totp'), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(String(staffId)))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  const rest = sealed.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
}

/** Digest of a person's recovery code; without the key of the server it cannot be guessed offline. */
export function codeDigest(secretKey: Buffer, staffId: number, code: string): Buffer {
  return createHmac('sha256', keyFor(secretKey, 'recovery')).update(`${staffId} ${code}`).digest()
}
