import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * True if the module of this `import.meta.url` is the started script. `import.meta.main` does not work: the launcher
 * imports scripts instead of spawning them.
 */
export function isEntry(url: string): boolean {
  const started = process.argv[1]
  return started !== undefined && realpathSync(resolve(started)) === realpathSync(fileURLToPath(url))
}
