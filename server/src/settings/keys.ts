import { KeyRing } from './key-ring.ts'
import type { Problem } from './reader.ts'

/** Decodes base64; empty for any other text, such as a passphrase. */
function toBytes(text: string): Buffer {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : Buffer.alloc(0)
}

/** A setting that contains keys. */
export interface KeySetting {
  name: string
  /** What it is and how to make one, for the message when it is missing. */
  why: string
  /** Whether a key may have this many bytes; `size` says it in words. */
  fits: (bytes: number) => boolean
  size: string
}

export const sealKeySetting: KeySetting = {
  name: 'JOURNAL_SEAL_KEY',
  why: 'at least 32 random bytes in base64, kept outside the database; make one with: openssl rand -base64 32',
  fits: (bytes) => bytes >= 32,
  size: 'at least 32 bytes',
}
export const secretKeySetting: KeySetting = {
  name: 'SECRET_KEY',
  why: '32 random bytes in base64 that second factors are kept under; make one with: openssl rand -base64 32',
  fits: (bytes) => bytes === 32,
  size: '32 bytes',
}
export const certificateKeySetting: KeySetting = {
  name: 'CERTIFICATE_KEY',
  why: '32 random bytes in base64 that tokens of certificates are made with; make one with: openssl rand -base64 32',
  fits: (bytes) => bytes === 32,
  size: '32 bytes',
}

export const serviceKeySetting: KeySetting = {
  name: 'SERVICE_KEY',
  why: 'at least 32 random bytes in base64 that the hosts of SERVICE_HOSTS share with us; make one with: openssl rand -base64 32',
  fits: (bytes) => bytes >= 32,
  size: 'at least 32 bytes',
}

/** Reads keys in base64, the newest first, separated by spaces or commas. */
export function readKeys({ name, fits, size }: KeySetting, text: string, problem: Problem): KeyRing {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.map(toBytes)
  if (!keys.every((key) => fits(key.length)))
    problem(`${name} must hold ${size} in base64; several keys stand one after another, the newest first.`)
  else if (new Set(keys.map((key) => key.toString('hex'))).size < keys.length)
    problem(`${name} holds the same key twice.`)
  return new KeyRing(name, keys)
}
