import { KeyRing } from '../src/settings/key-ring.ts'

/** The keys of SECRET_KEY, the newest first. */
export const secretKeys = (...keys: Buffer[]): KeyRing => new KeyRing('SECRET_KEY', keys)

/** The fingerprint of one of these keys. */
export const secretKeyId = (key: Buffer): string => secretKeys(key).newest.id
