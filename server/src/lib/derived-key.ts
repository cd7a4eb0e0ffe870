import { hkdfSync } from 'node:crypto'

/** A separate key per purpose, so that output made for one purpose reveals nothing about another. */
export function deriveKey(secretKey: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', use, 32))
}
