import { createHash } from 'node:crypto'

/** The key under which failures of a submitted name are counted: case and outer blanks do not matter. */
export function signInNameHash(name: string): Buffer {
  return createHash('sha256').update(name.trim().toLowerCase()).digest()
}

/** The key of a counter of that name which counts apart, such as a browser's. */
export function apartHash(nameHash: Buffer, what: string): Buffer {
  return createHash('sha256').update(nameHash).update(what).digest()
}
