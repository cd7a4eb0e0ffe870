import { withoutInvisible } from '@agency-support/contract/rules/search'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openWithAny } from '../../lib/encryption.ts'
import type { KeyRing } from '../../settings/key-ring.ts'

/** The content of a token. */
export interface TokenContent {
  agencyId: number
  /** Eight digits. */
  clientId: string
  issued: Date
}

/**
 * Version 1: version byte, nonce, tag, then 16 bytes of content. A multiple of three, so that base64url has no spare
 * bits.
 */
const version = Buffer.from([1])
const nonceBytes = 12
const tagBytes = 16
const contentBytes = 16
const tokenPattern = /^[A-Za-z0-9_-]{60}$/

/** A token for somebody who may see the certificate; without the key it can neither be read nor made. */
export function encodeToken(keys: KeyRing, { agencyId, clientId, issued }: TokenContent): string {
  const content = Buffer.alloc(contentBytes)
  content.writeUInt32BE(agencyId, 0)
  content.writeUInt32BE(Number(clientId), 4)
  content.writeBigUInt64BE(BigInt(issued.getTime()), 8)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keys.newest.key, nonce)
  cipher.setAAD(version)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([version, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The content of a token, or of the URL around it; undefined if it is not ours. Makes no query. */
export function decodeToken(keys: KeyRing, urlToken: string): TokenContent | undefined {
  const token = findToken(withoutInvisible(urlToken).trim())
  if (!tokenPattern.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  if (bytes[0] !== version[0]) return undefined
  return openWithAny(keys, ({ key }) => open(key, bytes))
}

/** The `token` parameter of a URL, otherwise the last part of its path; a bare token counts as such a part. */
function findToken(text: string): string {
  const base = 'https://any.example/'
  if (!URL.canParse(text, base)) return ''
  const { searchParams, pathname } = new URL(text, base)
  return searchParams.get('token') ?? pathname.split('/').findLast((part) => part !== '') ?? ''
}

/** The content; throws if it was sealed with another key. */
function open(key: Buffer, bytes: Buffer): TokenContent {
  const tagAt = 1 + nonceBytes
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, tagAt), { authTagLength: tagBytes })
  decipher.setAAD(version)
  decipher.setAuthTag(bytes.subarray(tagAt, tagAt + tagBytes))
  const content = Buffer.concat([decipher.update(bytes.subarray(tagAt + tagBytes)), decipher.final()])
  return {
    agencyId: content.readUInt32BE(0),
    clientId: String(content.readUInt32BE(4)).padStart(8, '0'),
    issued: new Date(Number(content.readBigUInt64BE(8))),
  }
}
