import { hkdfSync } from 'node:crypto'

/** A key for one use, so that what is made for one use says nothing about another. */
export function deriveKey(secretKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', use, 32))
}
