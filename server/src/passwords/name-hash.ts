import { createHash } from 'node:crypto'

/** The key under which failures of a submitted name are counted: case and outer blanks do not matter. */
export function signInNameHash(name: string): Buffer {
  return createHash('sha256').update(name.trim().toLowerCase()).digest()
}
