import { createHash } from 'node:crypto'

/** The key for counting failures of a submitted name; ignores case and surrounding spaces. */
export function signInNameHash(name: string): Buffer {
  return createHash('sha256').update(name.trim().toLowerCase()).digest()
}

/** The key of a separate counter for that name, such as a browser's. */
export function deriveNameHash(nameHash: Buffer, what: string): Buffer {
  return createHash('sha256').update(nameHash).update(what).digest()
}
